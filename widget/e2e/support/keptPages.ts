import { expect, type Page } from "@playwright/test";

/** Waits until the browser has kept a page and the application. */
export async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const isKept = () =>
    page.evaluate(async () => {
      const node = new URLSearchParams(location.search).get("node_id");
      const cache = (await caches.keys()).find((name) => name.endsWith("-pages"));
      const pages = cache ? await (await caches.open(cache)).keys() : [];
      return pages.some(({ url }) => new URL(url).searchParams.get("node_id") === node);
    });
  await expect.poll(isKept).toBe(true);
}

/** Returns the paths of everything that the browser has kept. */
export function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => url.replace(location.origin, ""));
  });
}

/** Returns the states of the workers of this site: the one that is active, and the one that waits. */
export function workerStates(page: Page): Promise<{ active: boolean; waiting: boolean }> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return { active: !!registration?.active, waiting: !!registration?.waiting };
  });
}
