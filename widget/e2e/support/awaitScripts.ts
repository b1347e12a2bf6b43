import { expect, type Page } from "@playwright/test";

/** A page whose scripts have neither drawn it nor failed. */
const WAITS = "body:not(:has(#failure:not([hidden]))) > #app[data-prerendered]:not(:has(.message-page))";

/**
 * Has a page's `goto` and `reload` wait for its scripts, too. The load event of a page that is painted before its scripts start does
 * not wait for them. One that is opened with `waitUntil` is left as it is.
 */
export function awaitScripts(page: Page) {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const thenScripts = async <Opened>(opened: Promise<Opened>, waitUntil: string | undefined) => {
    const response = await opened;
    if (!waitUntil) await expect(page.locator(WAITS)).toHaveCount(0);
    return response;
  };
  page.goto = (url, options) => thenScripts(goto(url, options), options?.waitUntil);
  page.reload = (options) => thenScripts(reload(options), options?.waitUntil);
}
