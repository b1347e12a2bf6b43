import { HOST_POLICIES } from "./support/hostPolicies";
import { scriptTag } from "./support/hostSite";
import { expect, test } from "./support/test";

test.use({ serviceWorkers: "allow" });

const CODE = "PSN-E2EOPEN";

for (const policy of HOST_POLICIES.filter(({ isolates }, index) => isolates || index === 0)) {
  test(`the widget is kept for a host with ${policy.name}, where frames have storage @denied`, async ({
    page,
    widget,
    pulsen,
    host,
    storage,
  }) => {
    const headers = policy.headers(pulsen.url);
    await page.goto(host.add({ headers, head: scriptTag(pulsen.url, CODE, policy.attributes) }));
    await widget.open();
    await expect(widget.question("q-mood")).toBeVisible();
    if (storage === "partitioned") {
      const frame = await widget.frame();
      await frame.evaluate(() => navigator.serviceWorker.ready);
      const kept = () =>
        frame.evaluate(async () => (await (await caches.open("pulsen-pages")).keys()).length);
      await expect.poll(kept).toBe(1);
      // With the worker in between.
      await page.reload();
      await widget.open();
    }
    await widget.submitFeedback();
    await expect(widget.chat.log).toBeVisible();
  });
}
