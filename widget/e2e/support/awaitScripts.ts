import { expect, type Page } from "@playwright/test";

/** A page whose scripts have neither drawn it nor failed. */
const WAITS = "body:not(:has(#failure:not([hidden]))) > #app[data-prerendered]:not(:has(.card--error))";

/**
 * Has a page's `goto` and `reload` wait for its scripts, too. The load event of a page that is painted before its scripts start does
 * not wait for them. One that is opened with `waitUntil` is left as it is.
 */
export function awaitScripts(page: Page) {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await expect(page.locator(WAITS)).toHaveCount(0);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await expect(page.locator(WAITS)).toHaveCount(0);
    return response;
  };
}
