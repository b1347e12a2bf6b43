import type { Page } from "@playwright/test";

/** Adds up the layout shifts of all pages that are opened from now on, also those right after an act of the visitor. */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = window as unknown as { e2eShifts: number };
    shifts.e2eShifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.e2eShifts += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return async () => {
    // Shifts are reported with the frame that they happen in.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return page.evaluate(() => (window as unknown as { e2eShifts: number }).e2eShifts);
  };
}
