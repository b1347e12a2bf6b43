import type { Page } from "@playwright/test";

/** Lets no script of the page arrive until the function that is returned is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await opened;
    await route.fallback();
  });
  return open;
}
