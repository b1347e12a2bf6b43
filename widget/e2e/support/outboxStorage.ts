import type { Page } from "@playwright/test";

/** Returns the outbox's records as they are in the browser, without asking the page. */
export function outboxRows(page: Page): Promise<OutboxRow[]> {
  return readStore(page, "records");
}

/** A record as it is stored. */
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

/** Lets a page find a complete feedback that another one has left in local storage when it was ended. */
export async function leaveBehind(
  page: Page,
  submission: { body: string; headers: Record<string, string> },
): Promise<void> {
  const key = "5b0f1f4e-0d0a-4a57-9a57-0a8b1c2d3e4f";
  const left = {
    lane: JSON.stringify(["demo-node", "demo-flow"]),
    apiBase: "",
    submission: { ...submission, key, partial: false, content: key },
    now: Date.now(),
  };
  await page.addInitScript((entry) => {
    if (localStorage.getItem("FLOW/device_id")) return;
    localStorage.setItem("FLOW/device_id", "5b0f1f4e-0d0a-4a57-9a57-0a8b1c2d3e50");
    localStorage.setItem("FLOW/left", JSON.stringify({ run: entry }));
  }, left);
}
