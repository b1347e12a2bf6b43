import type { Page } from "@playwright/test";

/** Returns all that the browser stores and the page shows: the names of entries, and every text. */
export async function everythingStored(page: Page): Promise<{ names: string[]; text: string }> {
  const rows = await page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("pulsen-outbox");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction("records").objectStore("records").getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
  const entries = await page.evaluate(() => [
    ...Object.entries(localStorage),
    ...Object.entries(sessionStorage),
  ]);
  const body = await page.locator("body").innerHTML();
  return { names: entries.map(([name]) => name).sort(), text: JSON.stringify([rows, entries, body]) };
}
