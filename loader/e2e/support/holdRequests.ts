import type { Page } from "@playwright/test";

/** Holds matching requests back until the returned function is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  const held: Promise<void>[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, (route) => {
    const continued = released.then(() => route.continue());
    held.push(continued);
    return continued;
  });
  return async () => {
    release();
    await Promise.all(held);
    await page.unroute(url);
  };
}
