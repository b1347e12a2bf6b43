import { loadChunk } from "../../basics/loadChunk";
import { hasActed } from "../../storage/visitor";

/**
 * Sends the messages of this browser's chats that earlier pages could not send, on a page without a chat
 * (docs/chat.md#the-chats-outbox). Visitors who have never acted have none, and load nothing.
 *
 * @param apiBase the API's address, also relative to the page.
 */
export async function sendLeftBehind(apiBase: string): Promise<void> {
  if (!hasActed()) return;
  try {
    const { sendLeftMessages } = await loadChunk("left-messages", () => import("./leftMessages"));
    await sendLeftMessages(apiBase);
  } catch {
    // Without a connection there may be no script either.
    window.addEventListener("online", () => void sendLeftBehind(apiBase), { once: true });
  }
}
