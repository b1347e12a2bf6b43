// The script of the page that counts unread replies after a host page has loaded, and shows the newest beside the launcher
// (docs/widget.md#unread-replies). It is built by itself, because every part of the other pages would make it larger.
import {
  IDENTIFIED,
  type IdentifyMessage,
  UNREAD_ACT,
  UNREAD_REPORT,
  type UnreadAct,
  type UnreadPageMessage,
  type UnreadReport,
} from "pulsen-loader/protocol";
import type { ChatNews } from "../chat/previousFeedbacks/previousApi";
import { personOf } from "../customer/person";
import {
  type ChatRecord,
  chatsOf,
  chatTokens,
  hasOpenChat,
  storeNews,
  updateChat,
} from "../storage/chatRecords";
import { claimChats } from "../storage/claimChats";
import { changeOwner, presentOwner } from "../storage/owner";
import { type NewReply, newestReply, readOut } from "./newestReply";
import { createReplyCard } from "./replyCard";

/** How long the server may take. The loader waits a little longer. */
const TIMEOUT_MS = 8_000;

const { code = "", node = "", ...texts } = document.documentElement.dataset;
const card = createReplyCard(texts, (opens, keyboard) => {
  if (!opens) dismiss();
  post({ type: UNREAD_ACT, code, opens, keyboard });
});

let isKnown = window.location.hash !== IDENTIFIED;
let counts = 0;
let replies: NewReply[] = [];
let reported: UnreadReport | undefined;

window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent) return;
  const message = data as UnreadPageMessage | null;
  if (message?.type === "identify" && !isKnown) identify(message);
  else if (message?.type === "count" && isKnown) void report();
  else if (message?.type === "shown") announce();
});
// What the loader has reserved for the card may be too little in another width, or with larger letters.
window.addEventListener("resize", () => {
  if (reported && reported.height !== card.height()) tell(reported);
});
if (isKnown) void report();

/** Only the visitor's own chats count. */
function identify(identity: IdentifyMessage) {
  isKnown = true;
  const person = personOf(identity);
  changeOwner(person);
  // What nobody has begun goes with them, as in the content frame.
  if (person) claimChats(node, presentOwner());
  void report();
}

async function report() {
  const count = ++counts;
  const asked = chatsOf(node);
  const news = asked.length > 0 ? await fetchNews(node, asked).catch(() => undefined) : [];
  // Of several answers only that to the last question counts.
  if (count !== counts) return;
  if (news) {
    storeNews(node, asked, news);
    replies = news.flatMap(({ id, reply }) => (reply ? { feedbackId: id, ...reply } : []));
    card.show(newestReply(replies, chatsOf(node)));
  }
  const unread = news?.reduce((sum, chat) => sum + chat.unread, 0) ?? null;
  tell({ type: UNREAD_REPORT, code, unread, hasChat: Boolean(unread) || hasOpenChat(node) });
}

function tell(message: UnreadReport) {
  reported = { ...message, height: card.height() };
  post(reported);
}

function announce() {
  const reply = newestReply(replies, chatsOf(node));
  if (!reply || readOut(reply, chatsOf(node))) return;
  updateChat(node, reply.feedbackId, { readOut: reply.position });
  card.announce();
}

/** None of them comes back: an older one would look like a new one. */
function dismiss() {
  for (const { feedbackId, position } of replies) updateChat(node, feedbackId, { dismissed: position });
}

/** As text, because many host pages parse every message. To any origin: only those that may frame this page have it. */
function post(message: UnreadReport | UnreadAct) {
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
