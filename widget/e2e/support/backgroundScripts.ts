import type { Page } from "@playwright/test";

/**
 * Waits until a page has loaded what it loads by itself behind its first view: the engine and the outbox. Without them, and without
 * a network, it takes no answer, keeps feedback elsewhere and keeps no file.
 */
export async function waitForBackgroundScripts(page: Page) {
  const outbox = await page.waitForFunction(() => {
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const hasEngine = files.some((name) => name.endsWith(".wasm"));
    return hasEngine && files.find((name) => name.includes("/assets/outbox-"));
  });
  // A script is usable once the scripts that it imports are there as well.
  await outbox.evaluate(async (url) => void (await import(url as string)));
}
