import type { Page } from "@playwright/test";
import type { FlowPage } from "./test";

/**
 * Stops the clock of the pages that are opened from now on: however slow the machine is, time passes only where the
 * test lets it. Half a minute back, because a clock can only be stopped at a moment that is still to come.
 */
export async function stopClock(page: Page) {
  const now = Date.now();
  await page.clock.install({ time: now - 30_000 });
  await page.clock.pauseAt(now);
}

/**
 * Carries out what needs timers of its own on a page whose clock stands still. They get a millisecond after the other,
 * so that the page ages by far less than it would if its clock went.
 */
export async function whileTimeTrickles(page: Page, act: () => Promise<void>) {
  let isOver = false;
  const acted = act().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await page.clock.runFor(1).catch((error: unknown) => {
      // The clock is that of all pages of the context, and axe closes one of its own when it is done.
      if (page.isClosed()) throw error;
    });
  }
  await acted;
}

/** Answers the demo flow by its shortest way and sends it, on a page whose pauses pass only where the test lets them. */
export async function answerToTheEnd(page: Page, flowPage: FlowPage) {
  await page.getByText("Just fine", { exact: true }).click();
  await flowPage.next().click();
  await page.clock.runFor(300);
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await flowPage.next().click();
  await page.clock.runFor(300);
  await flowPage.send().click();
  await page.clock.runFor(300);
}
