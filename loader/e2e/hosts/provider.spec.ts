import { FailingProxy, type Failure } from "../support/failingProxy";
import { LAUNCHER_FRAME } from "../support/hostedWidget";
import { NEVER, scriptTag, snippet } from "../support/hostSite";
import { readHostState } from "../support/hostState";
import { expect, RECORDS, test } from "../support/test";

const CODE = "PSN-E2EHOME";

/** How a provider fails for the loader. `ends`: the browser's request for it has an end. */
const FAILURES: Record<string, { failure: Failure; ends: boolean }> = {
  "answers with an error": {
    failure: (response) => response.writeHead(500, { "Content-Type": "text/html" }).end("<h1>Oh no</h1>"),
    ends: true,
  },
  "answers with a page": {
    failure: (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Oh no</h1>"),
    ends: true,
  },
  "cuts its answer off": { failure: (response) => response.destroy(), ends: true },
  "never answers": { failure: () => {}, ends: false },
};

let proxy: FailingProxy;
test.beforeAll(async () => {
  proxy = await FailingProxy.start(RECORDS);
});
test.afterEach(() => {
  proxy.failures.clear();
});
test.afterAll(() => proxy.stop());

for (const [name, { failure, ends }] of Object.entries(FAILURES)) {
  test(`the host is as without a widget if the provider ${name} for the loader`, async ({
    page,
    host,
    consoleErrors,
  }) => {
    // The same page, of which nobody has answered yet.
    await page.goto(host.add({ head: snippet(host.url + NEVER, CODE) }));
    const bare = await readHostState(page);
    proxy.failures.set("/loader/", failure);
    const ended: string[] = [];
    page.on("requestfailed", (request) => ended.push(request.url()));
    page.on("requestfinished", (request) => ended.push(request.url()));
    const script = `${proxy.url}/loader/${CODE}.js`;
    const begun = page.waitForRequest(script);
    await page.goto(host.add({ head: snippet(proxy.url, CODE) }));
    await begun;
    if (ends) await expect.poll(() => ended).toContain(script);
    expect(await readHostState(page)).toEqual({ ...bare, history: bare.history + 1 });
    expect(await page.evaluate(() => document.readyState)).toBe("complete");
    // The browser's own line at most. What it makes of a late answer ends with the page.
    await page.close();
    for (const line of consoleErrors.splice(0))
      expect(line).toMatch(/^(Failed to load|Refused to execute|uncaught: Syntax)/);
  });
}

test("on a slow network the widget comes, only later", async ({ page, widget, host }) => {
  // Half a second for each of the provider's answers.
  proxy.latencyMs = 500;
  try {
    await page.goto(host.add({ head: scriptTag(proxy.url, CODE) }));
    await expect(page.locator(LAUNCHER_FRAME)).toBeVisible();
    await widget.open();
    await widget.submitFeedback();
    await expect(widget.text("Thank you, we read everything")).toBeVisible();
  } finally {
    proxy.latencyMs = 0;
  }
});
