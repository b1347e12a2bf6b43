// The script of the hidden page that counts unread replies after a host page has loaded (docs/widget.md#unread-replies). It
// is built by itself, because every part of the other pages would make it larger.
import { IDENTIFIED, type IdentifyMessage, UNREAD_REPORT, type UnreadReport } from "pulsen-loader/protocol";
import type { ChatNews } from "../chat/previousFeedbacks/previousApi";
import { personOf } from "../customer/person";
import { type ChatRecord, chatsOf, chatTokens, hasOpenChat, storeNews } from "../storage/chatRecords";
import { claimChats } from "../storage/claimChats";
import { changeOwner, presentOwner } from "../storage/owner";

/** How long the server may take. The loader waits a little longer. */
const TIMEOUT_MS = 8_000;

const { code = "", node = "" } = document.documentElement.dataset;

if (window.location.hash === IDENTIFIED) window.addEventListener("message", handleIdentity);
else void report();

/** Only the visitor's own chats count. */
function handleIdentity({ source, data }: MessageEvent) {
  const identity = data as IdentifyMessage | null;
  if (source !== window.parent || identity?.type !== "identify") return;
  window.removeEventListener("message", handleIdentity);
  const person = personOf(identity);
  changeOwner(person);
  // What nobody has begun goes with them, as in the content frame.
  if (person) claimChats(node, presentOwner());
  void report();
}

async function report() {
  const asked = chatsOf(node);
  const news = asked.length > 0 ? await fetchNews(node, asked).catch(() => undefined) : [];
  if (news) storeNews(node, asked, news);
  const unread = news?.reduce((sum, chat) => sum + chat.unread, 0) ?? null;
  const hasChat = Boolean(unread) || hasOpenChat(node);
  const message: UnreadReport = { type: UNREAD_REPORT, code, unread, hasChat };
  // As text, because many host pages parse every message. To any origin: only those that may frame this page have it.
  window.parent.postMessage(JSON.stringify(message), "*");
}

async function fetchNews(node: string, chats: ChatRecord[]): Promise<ChatNews[]> {
  const response = await fetch(`../v1/web_widgets/${encodeURIComponent(node)}/previous_feedbacks/unread`, {
    headers: chatTokens(chats),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(String(response.status));
  const { items } = await response.json();
  return items;
}
