import type { Page } from "@playwright/test";

const FEEDBACKS = "**/v1/feedbacks";

/**
 * Makes the browser claim to be offline, so that pages wait for nobody. To be called before a page is opened; pages load
 * all the same.
 */
export async function claimOffline(page: Page) {
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
  await page.route(FEEDBACKS, (route) => route.abort("internetdisconnected"));
}

/** Brings the network back, which the page is told. */
export async function reconnect(page: Page) {
  await page.unroute(FEEDBACKS);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
}
