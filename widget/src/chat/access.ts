/** What opens a chat: the feedback that it belongs to, and the token that proves the visitor's right to it. */
export interface ChatAccess {
  feedbackId: string;
  token: string;
}

/** The tokens of the chats that this tab has opened, by feedback id. */
const TOKENS = "FLOW/chat_tokens";

/**
 * What the page's address, or else an earlier load of it in this tab, says about its chat; `undefined` where one of
 * the two is missing.
 *
 * Takes the token out of the address bar at once: from there it would get into the history, into a shared link or
 * over a shoulder. A reload finds it in the tab's storage; the link in the visitor's mail stays valid.
 */
export function takeChatAccess({
  location,
  history,
}: Pick<Window, "location" | "history">): ChatAccess | undefined {
  const address = new URL(location.href);
  const feedbackId = address.searchParams.get("feedback_id");
  const given = address.searchParams.get("token");
  if (given !== null) {
    address.searchParams.delete("token");
    history.replaceState(history.state, "", address);
  }
  if (!feedbackId) return undefined;
  const token = given || keptTokens()[feedbackId];
  if (typeof token !== "string") return undefined;
  keep(feedbackId, token);
  return { feedbackId, token };
}

function keep(feedbackId: string, token: string) {
  try {
    window.sessionStorage.setItem(TOKENS, JSON.stringify({ ...keptTokens(), [feedbackId]: token }));
  } catch {
    // Blocked: the chat works all the same, until the page is loaded again.
  }
}

function keptTokens(): Record<string, unknown> {
  try {
    return JSON.parse(window.sessionStorage.getItem(TOKENS) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
