import type { Page } from "@playwright/test";

/** Returns the outbox's records as they are in the browser, without asking the page. */
export function outboxRows(page: Page): Promise<OutboxRow[]> {
  return readStore(page, "records");
}

/** A record as it is stored; of one that is sealed only the id can be read. */
export interface OutboxRow {
  id: string;
  state?: string;
  isAbandoned?: boolean;
  attempt?: { body: string; partial: boolean };
  next?: { body: string; partial: boolean };
}

/** Returns how many feedbacks a browser still has to send. */
export async function countWaiting(page: Page): Promise<number> {
  const rows = await outboxRows(page);
  return rows.filter(({ state }) => state === "waiting").length;
}

/** Returns the names of the files that the outbox has stored. */
export async function storedFiles(page: Page): Promise<string[]> {
  const rows = await readStore<{ file: string }>(page, "files");
  return rows.map(({ file }) => file).sort();
}

/** Returns the rows of one of the outbox's stores, with names in place of files. */
function readStore<Row>(page: Page, store: "records" | "files"): Promise<Row[]> {
  return page.evaluate(
    (store) =>
      new Promise<Row[]>((resolve, reject) => {
        const opening = indexedDB.open("pulsen-outbox");
        // The page has not created it yet, and must be the one to do so.
        let isMissing = false;
        opening.onupgradeneeded = () => {
          isMissing = true;
          opening.transaction?.abort();
        };
        opening.onerror = () => (isMissing ? resolve([]) : reject(opening.error));
        opening.onsuccess = () => {
          const all = opening.result.transaction(store).objectStore(store).getAll();
          all.onerror = () => reject(all.error);
          all.onsuccess = () => {
            opening.result.close();
            const named = (row: { file?: File }) => (row.file ? { ...row, file: row.file.name } : row);
            resolve(all.result.map(named) as Row[]);
          };
        };
      }),
    store,
  );
}
