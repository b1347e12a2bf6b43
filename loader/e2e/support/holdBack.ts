import type { Page } from "@playwright/test";

/** Keeps requests from being answered until the returned function is called. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  const held: Promise<void>[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, (route) => {
    const answered = released.then(() => route.continue());
    held.push(answered);
    return answered;
  });
  return async () => {
    release();
    await Promise.all(held);
    await page.unroute(address);
  };
}
