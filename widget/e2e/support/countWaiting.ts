import type { Page } from "@playwright/test";

/** Returns how many feedbacks a browser still has to send. */
export function countWaiting(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("pulsen-outbox");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction("records").objectStore("records").getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result.filter(({ state }) => state === "waiting").length);
          };
        };
      }),
  );
}
