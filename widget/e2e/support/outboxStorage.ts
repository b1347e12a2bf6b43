import { randomUUID } from "node:crypto";
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
  // Of their own: other tests may use the same server.
  const [key, deviceId] = [randomUUID(), randomUUID()];
  const left = {
    lane: JSON.stringify(["demo-node", "demo-flow"]),
    apiBase: "",
    submission: { ...submission, key, partial: false, content: key },
    now: Date.now(),
  };
  const leave = ({ deviceId, left }: { deviceId: string; left: object }) => {
    if (localStorage.getItem("FLOW/device_id")) return;
    localStorage.setItem("FLOW/device_id", deviceId);
    localStorage.setItem("FLOW/left", JSON.stringify({ run: left }));
  };
  await page.addInitScript(leave, { deviceId, left });
}
