import type { Page } from "@playwright/test";

/** Lets no script of the page arrive, or none of those with such an address, until the function that is returned is called. */
export async function holdScripts(page: Page, scripts = /\/assets\/.*\.js/): Promise<() => void> {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(scripts, async (route) => {
    await opened;
    await route.fallback();
  });
  return open;
}
