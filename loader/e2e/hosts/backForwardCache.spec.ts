import type { Locator } from "@playwright/test";
import { PARTITIONED_STORAGE } from "../support/browser.mjs";
import { CONTENT_FRAME, LAUNCHER_FRAME } from "../support/hostedWidget";
import { scriptTag } from "../support/hostSite";
import { chromium } from "../support/playwrightConfiguration";
import { expect, test, waitForAnimations } from "../support/test";

test.use({
  launchOptions: {
    ...chromium(PARTITIONED_STORAGE).launchOptions,
    // Playwright turns the cache off.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  },
});

test("a page that comes back from the cache has the widget as it was, and it works", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const record =
    "<script>addEventListener('pageshow', ({ persisted }) => { window.persisted = persisted });</script>";
  const address = host.add({ head: record + scriptTag(pulsen.url, "PSN-E2EHOME") });
  await page.goto(address);
  await widget.open();
  await widget.text("Not so good").click();
  await widget.button("Next").click();
  await widget.why().fill("Warmer lamps");
  const send = await middleOf(widget.button("Send"));

  await page.goto(host.add({}));
  await page.goBack({ waitUntil: "commit" });
  await expect.poll(() => page.evaluate("window.persisted")).toBe(true);
  await expect(page.locator(CONTENT_FRAME)).toBeVisible();
  // Playwright cannot look into the frames of such a page any more, but they have kept their places.
  await page.mouse.click(...send);
  const arrived = () => {
    const rows = pulsen.query<{ responses: string }>(
      `SELECT responses FROM feedbacks WHERE origin_url = '${address}' AND status = 'complete'`,
    );
    return rows.map(({ responses }) =>
      JSON.parse(responses).map(({ question_id: id }: { question_id: string }) => id),
    );
  };
  await expect.poll(arrived).toEqual([["q-mood", "q-why"]]);
  await page.mouse.click(...(await middleOf(page.locator(LAUNCHER_FRAME))));
  await expect(page.locator(CONTENT_FRAME)).toBeHidden();
});

async function middleOf(locator: Locator): Promise<[number, number]> {
  await waitForAnimations(locator.page());
  const box = await locator.boundingBox();
  if (!box) throw new Error("It is not on the page.");
  return [box.x + box.width / 2, box.y + box.height / 2];
}
