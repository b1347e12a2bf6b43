/** A visitor's access to a chat: its feedback and the chat token (docs/chat.md#access). */
export interface ChatAccess {
  feedbackId: string;
  token: string;
}

/** The stored tokens of the chats that this tab has opened, by feedback id. */
const TOKENS = "FLOW/chat_tokens";

/**
 * Reads the feedback id from the page's address, and the token from there or from an earlier load in this tab. Returns
 * `undefined` where one of the two is missing.
 *
 * Removes the token from the address bar: from there it would get into the history or a shared link. A reload finds it
 * in the tab's storage; the link in the visitor's mail stays valid.
 */
export function takeChatAccess({
  location,
  history,
}: Pick<Window, "location" | "history">): ChatAccess | undefined {
  const address = new URL(location.href);
  const feedbackId = address.searchParams.get("feedback_id");
  const urlToken = address.searchParams.get("token");
  if (urlToken !== null) {
    address.searchParams.delete("token");
    history.replaceState(history.state, "", address);
  }
  if (!feedbackId) return undefined;
  const token = urlToken || storedTokens()[feedbackId];
  if (typeof token !== "string") return undefined;
  storeToken(feedbackId, token);
  return { feedbackId, token };
}

function storeToken(feedbackId: string, token: string) {
  try {
    window.sessionStorage.setItem(TOKENS, JSON.stringify({ ...storedTokens(), [feedbackId]: token }));
  } catch {
    // Storage is blocked: the chat works until the page is reloaded.
  }
}

function storedTokens(): Record<string, unknown> {
  try {
    return JSON.parse(window.sessionStorage.getItem(TOKENS) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
