import { loadChunk } from "../../basics/loadChunk";
import { readText } from "../../storage/localStore";
import { LEFT_MESSAGES, OUTBOX } from "../../storage/names";

/** Sends the messages that wait in this browser. What sends them is loaded only where some wait. */
export async function sendLeftMessages(apiBase: string): Promise<void> {
  if (!(readText(LEFT_MESSAGES) || (await isWaiting()))) return;
  const { chatOutbox } = await loadChunk("chat-outbox", () => import("./chatOutbox"));
  // It begins by sending.
  chatOutbox(apiBase);
}

/** Returns whether the browser's database has a message to send. Without the outbox's own code, which most pages need not load. */
function isWaiting(): Promise<boolean> {
  return new Promise((resolve) => {
    const no = () => resolve(false);
    const opening = indexedDB.open(OUTBOX);
    // There is none, and there shall be none.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = no;
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction("messages").objectStore("messages").getAll();
      reading.onsuccess = () => resolve(reading.result.some(({ state }) => state !== "refused"));
      reading.onerror = no;
      database.close();
    };
  });
}
