import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Stops the clock of all pages that are opened from now on, so that time passes only if the test advances it, however
 * slow the machine is. The clock starts half a minute in the past, because it can only be paused at a future time.
 */
export async function stopClock(page: Page) {
  const now = Date.now();
  await page.clock.install({ time: now - 30_000 });
  await page.clock.pauseAt(now);
}

/**
 * Runs an action that needs timers on a page whose clock is stopped. The clock advances in steps of a millisecond,
 * which is far slower than a running clock.
 */
export async function advanceClockDuring(page: Page, action: () => Promise<void>) {
  let isDone = false;
  const done = action().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await page.clock.runFor(1).catch((error: unknown) => {
      // All pages of the context share the clock, and axe closes a page of its own when it is done.
      if (page.isClosed()) throw error;
    });
  }
  await done;
}

/** Lets time pass on a page whose clock is stopped, in steps, until it shows something. */
export async function passTimeUntil(page: Page, shown: Locator, stepMs = 1_000) {
  const look = async () => {
    await page.clock.runFor(stepMs);
    expect(await shown.isVisible()).toBe(true);
  };
  await expect(look).toPass({ intervals: [50], timeout: 60_000 });
}
