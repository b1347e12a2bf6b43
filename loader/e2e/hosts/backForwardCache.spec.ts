import type { Frame, Locator, Page } from "@playwright/test";
import { PARTITIONED_STORAGE } from "../support/browser.mjs";
import { chatLink, submitFeedback } from "../support/chatApi";
import { waitForLiveUpdates } from "../support/chatTraffic";
import { CONTENT_FRAME, LAUNCHER_FRAME } from "../support/hostedWidget";
import { type HostSite, scriptTag } from "../support/hostSite";
import { chromium } from "../support/playwrightConfiguration";
import { stillBox } from "../support/pointer";
import { expect, test, waitForAnimations } from "../support/test";

test.use({
  launchOptions: {
    ...chromium(PARTITIONED_STORAGE).launchOptions,
    // Playwright turns the cache off.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  },
});

/** Tells whether the page came from the cache. */
const RECORD =
  "<script>addEventListener('pageshow', ({ persisted }) => { window.persisted = persisted });</script>";

test("a page that comes back from the cache has the widget as it was, and it works", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const address = host.add({ head: RECORD + scriptTag(pulsen.url, "PSN-E2EHOME") });
  await page.goto(address);
  await widget.open();
  await widget.choose("Not so good");
  await widget.press("Next");
  await widget.why().fill("Warmer lamps");
  // Where it stays: the frame becomes as high as its content.
  await stillBox(widget.contentFrame);
  const send = await middleOf(widget.button("Send"));

  await leaveAndComeBack(page, host);
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

/** When a page is kept the browser ends its live connection, and says so at any time until the test is over. */
const testOfConnection = test.extend({
  async consoleErrors({ consoleErrors }, use) {
    await use(consoleErrors);
    const others = consoleErrors.filter((error) => !error.includes("Page entered Back-Forward Cache"));
    consoleErrors.splice(0, consoleErrors.length, ...others);
  },
});

testOfConnection(
  "a page with a chat that goes on is kept for 'back'",
  async ({ page, widget, pulsen, host }) => {
    await page.goto(host.add({ head: RECORD + scriptTag(pulsen.url, "PSN-E2ECHAT") }));
    await widget.open();
    await widget.submitFeedback();
    await widget.chat.send("Hello");
    await expect(widget.chat.message("Hello")).toContainText("Sent");
    await waitUntilNothingIsSent(await widget.frame());
    await leaveAndComeBack(page, host);
    await expect.poll(() => page.evaluate("window.persisted")).toBe(true);
    await expect(page.locator(CONTENT_FRAME)).toBeVisible();
  },
);

test("nothing but that it is never stored keeps a chat's page out of the cache", async ({
  page,
  pulsen,
  host,
}) => {
  const live = waitForLiveUpdates(page);
  await page.goto(chatLink(pulsen, await submitFeedback(pulsen)));
  await live;
  await leaveAndComeBack(page, host);
  const reasons = () =>
    page.evaluate(() => {
      const [entry] = performance.getEntriesByType("navigation");
      const { notRestoredReasons } = entry as unknown as { notRestoredReasons: { reasons: Reason[] } | null };
      return notRestoredReasons?.reasons.map(({ reason }) => reason).sort();
    });
  await expect
    .poll(reasons)
    .toEqual([
      "response-cache-control-no-store",
      "response-cache-control-no-store-with-js-network-request",
      "websocket-used-with-ccns",
    ]);
});

interface Reason {
  reason: string;
}

async function leaveAndComeBack(page: Page, host: HostSite) {
  await page.goto(host.add({}));
  await page.goBack({ waitUntil: "commit" });
}

/** Who sends has a lock until that is written down, and a page with a lock is not kept. Its run releases its own when it is left. */
async function waitUntilNothingIsSent(frame: Frame) {
  const isDone = () =>
    frame.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.every(({ name }) => name?.startsWith("pulsen-run-"));
    });
  await expect.poll(isDone).toBe(true);
}

async function middleOf(locator: Locator): Promise<[number, number]> {
  await waitForAnimations(locator.page());
  const box = await locator.boundingBox();
  if (!box) throw new Error("It is not on the page.");
  return [box.x + box.width / 2, box.y + box.height / 2];
}
