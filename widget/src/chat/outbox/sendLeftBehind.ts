import { loadChunk } from "../../basics/loadChunk";
import { readText } from "../../storage/localStore";
import { LEFT_MESSAGES, OUTBOX } from "../../storage/names";
import { hasActed } from "../../storage/visitor";

/**
 * Sends the messages of this browser's chats that earlier pages could not send, on a page without a chat
 * (docs/chat.md#the-chats-outbox). What sends them is loaded only where some wait.
 *
 * @param apiBase the API's address, also relative to the page.
 */
export async function sendLeftBehind(apiBase: string): Promise<void> {
  try {
    if (!hasActed() || !(readText(LEFT_MESSAGES) || (await isWaiting()))) return;
    const { chatOutbox } = await loadChunk("chat-outbox", () => import("./chatOutbox"));
    // It begins by sending.
    chatOutbox(apiBase);
  } catch {
    // Without a connection there may be no script either.
    window.addEventListener("online", () => void sendLeftBehind(apiBase), { once: true });
  }
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
