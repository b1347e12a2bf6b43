import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { advanceClockDuring, KillableBrowser, stopClock } from "pulsen-loader/e2e";
import { countWaiting, outboxRows } from "./support/outboxStorage";
import { isInFiles } from "./support/profileFiles";
import { expect, FlowPage, test } from "./support/test";

/** Until what was sent while the page went away has arrived. */
const PATIENTLY = { timeout: 30_000 };

/** A flow that is saved as it is answered. */
const DRAFT = "/feedback?node_id=draft";

test.beforeAll(({ pulsen }) => pulsen.import(join(import.meta.dirname, "records")));

/** Lets one of the page's feedbacks never leave it, as on a network that hangs. */
async function holdFeedback(page: Page, held: number) {
  await page.addInitScript((held) => {
    const { fetch } = window;
    let count = 0;
    window.fetch = (target, options) => {
      if (!String(target).endsWith("/v1/feedbacks")) return fetch(target, options);
      count += 1;
      Object.assign(window, { feedbackCount: count });
      return count === held ? new Promise(() => {}) : fetch(target, options);
    };
  }, held);
}

function feedbackCount(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { feedbackCount?: number }).feedbackCount ?? 0);
}

test("answers behind a save under way leave the page with the visitor", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await holdFeedback(page, 2);
  await flowPage.open(DRAFT);
  await page.getByText("Just fine", { exact: true }).click();
  const deviceId = await flowPage.deviceId();
  await expect.poll(() => pulsen.feedbacksOf(deviceId).length).toBe(1);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("FLOW/incomplete"))).toBeTruthy();
  await page.getByText("Lovely", { exact: true }).click();
  await expect.poll(() => feedbackCount(page)).toBe(2);
  await page.getByText("Not so good", { exact: true }).click();

  await page.goto("about:blank");
  await expect.poll(() => moodOf(pulsen, deviceId), PATIENTLY).toEqual(["partial", "mood-bad"]);
});

test("answers behind a first save are kept for the next visit, and make no second feedback", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await holdFeedback(page, 1);
  await flowPage.open(DRAFT);
  await page.getByText("Just fine", { exact: true }).click();
  await expect.poll(() => feedbackCount(page)).toBe(1);
  await page.getByText("Not so good", { exact: true }).click();
  const deviceId = await flowPage.deviceId();
  await page.goto("about:blank");

  const later = await page.context().newPage();
  await later.goto(`${pulsen.url}${DRAFT}`);
  await expect.poll(() => moodOf(pulsen, deviceId), PATIENTLY).toEqual(["partial", "mood-bad"]);
  await expect.poll(() => later.evaluate(() => localStorage.getItem("FLOW/left"))).toBeNull();
});

test("answers that were sent when the page was hidden are continued when it comes back", async ({
  page,
  flowPage,
  pulsen,
}) => {
  // Another tab has the lock: what is written down is not tried.
  const holder = await page.context().newPage();
  await holder.goto(`${pulsen.url}/feedback?node_id=demo-node`);
  await holder.evaluate(() => {
    const held = new Promise<void>((release) => Object.assign(window, { release }));
    void navigator.locks.request("pulsen-outbox", () => held);
    new BroadcastChannel("pulsen-outbox-lock").onmessage = ({ target }) =>
      (target as BroadcastChannel).postMessage(false);
  });
  await flowPage.open(DRAFT);
  await page.getByText("Just fine", { exact: true }).click();
  await expect.poll(() => countWaiting(page)).toBe(1);
  const deviceId = await flowPage.deviceId();
  await hide(page, true);
  await expect.poll(() => moodOf(pulsen, deviceId)).toEqual(["partial", "mood-fine"]);
  await hide(page, false);
  await page.getByText("Not so good", { exact: true }).click();

  await holder.evaluate(() => (window as unknown as { release(): void }).release());
  await expect.poll(() => moodOf(pulsen, deviceId), PATIENTLY).toEqual(["partial", "mood-bad"]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("FLOW/left"))).toBeNull();
});

test("what the database has does not stay behind when the page is hidden", async ({ page, flowPage }) => {
  await page.clock.install();
  await holdFeedback(page, 1);
  await flowPage.open(DRAFT);
  await page.getByText("Just fine", { exact: true }).click();
  await expect.poll(() => feedbackCount(page)).toBe(1);
  // The visitor does not wait for longer.
  await page.clock.fastForward(21_000);
  await page.getByText("Not so good", { exact: true }).click();
  await expect.poll(() => newestMood(page)).toBe("mood-bad");
  await hide(page, true);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("FLOW/left"))).toBeNull();
  expect(await newestMood(page)).toBe("mood-bad");
});

/** Tells the page that it is hidden, or not any more. */
async function hide(page: Page, isHidden: boolean) {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    isHidden ? "hidden" : "visible",
  );
}

/** Returns the mood that the outbox has last. */
async function newestMood(page: Page) {
  const [row] = await outboxRows(page);
  return (row?.next ?? row?.attempt)?.body.match(/mood-[a-z]+/)?.[0];
}

test("the end of the flow is written down behind a save under way, and survives the browser", async ({
  pulsen,
}) => {
  const profile = mkdtempSync(join(tmpdir(), "pulsen-profile-"));
  let browser = await KillableBrowser.start(profile);
  try {
    const page = await browser.context.newPage();
    // Else the page would give up the save some time.
    await stopClock(page);
    await holdFeedback(page, 1);
    const flowPage = new FlowPage(page, pulsen);
    await flowPage.open(DRAFT);
    await page.getByText("Just fine", { exact: true }).click();
    await advanceClockDuring(page, () => expect.poll(() => feedbackCount(page)).toBe(1));
    await flowPage.send().click();
    await page.clock.runFor(300);
    const isWritten = async () => {
      const [row, ...others] = await outboxRows(page);
      return others.length === 0 && row?.attempt?.partial === true && row.next?.partial === false;
    };
    await expect.poll(isWritten).toBe(true);
    const deviceId = await flowPage.deviceId();
    expect(pulsen.feedbacksOf(deviceId)).toEqual([]);
    // The browser writes local storage now and then: by it a later page knows that somebody has answered here.
    const localStorage = join(profile, "Default", "Local Storage");
    await expect.poll(() => isInFiles(localStorage, deviceId), { timeout: 60_000 }).toBe(true);
    await browser.kill();

    browser = await KillableBrowser.start(profile);
    const later = await browser.context.newPage();
    await later.goto(`${pulsen.url}${DRAFT}`);
    await expect.poll(() => moodOf(pulsen, deviceId), PATIENTLY).toEqual(["complete", "mood-fine"]);
    await expect.poll(() => countWaiting(later)).toBe(0);
    expect(moodOf(pulsen, deviceId)).toEqual(["complete", "mood-fine"]);
  } finally {
    await browser.kill();
    rmSync(profile, { recursive: true, force: true });
  }
});

/** Returns status and mood of a device's only feedback. */
function moodOf(
  pulsen: { feedbacksOf(deviceId: string): { status: string; responses: { option_id?: string }[] }[] },
  deviceId: string,
) {
  const feedbacks = pulsen.feedbacksOf(deviceId);
  if (feedbacks.length !== 1) return feedbacks.length;
  return [
    feedbacks[0]?.status,
    feedbacks[0]?.responses.find(({ option_id: id }) => id?.startsWith("mood-"))?.option_id,
  ];
}
