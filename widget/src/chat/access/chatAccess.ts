import type { ChatAccess } from "../../storage/chatRecord";
import { keptToken } from "../../storage/nodeHistory";

export type { ChatAccess };

/** The stored tokens of the chats that this tab has opened or is about to open, by feedback id. */
const TOKENS = "FLOW/chat_tokens";

/**
 * Reads the feedback id from the page's address, and the token from its fragment, which no server sees, from its query, or
 * from what this tab or this browser has kept. Returns `undefined` where one of the two is missing.
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
  const fragment = new URLSearchParams(address.hash.slice(1));
  const urlToken = fragment.get("token") ?? address.searchParams.get("token");
  if (urlToken !== null) {
    address.searchParams.delete("token");
    if (fragment.has("token")) {
      fragment.delete("token");
      address.hash = fragment.toString();
    }
    history.replaceState(history.state, "", address);
  }
  if (!feedbackId) return undefined;
  const token = urlToken || storedTokens()[feedbackId] || keptToken(feedbackId);
  if (typeof token !== "string") return undefined;
  storeToken({ feedbackId, token });
  return { feedbackId, token };
}

/** Loads the page again when a link to its chat is followed in its tab, which changes nothing but the fragment. */
export function followNewLinks(page: Pick<Window, "addEventListener" | "location">): void {
  page.addEventListener("hashchange", () => {
    if (new URLSearchParams(page.location.hash.slice(1)).has("token")) page.location.reload();
  });
}

/** Returns the address of a chat's page, without its token where the tab's storage can bring it there. */
export function chatAddress({ feedbackId, token }: ChatAccess): string {
  const page = `chat?${new URLSearchParams({ feedback_id: feedbackId })}`;
  const isStored = storeToken({ feedbackId, token });
  return isStored ? page : `${page}#${new URLSearchParams({ token })}`;
}

function storeToken({ feedbackId, token }: ChatAccess): boolean {
  return storeTokens({ ...storedTokens(), [feedbackId]: token });
}

/** Keeps the tokens of chats for this tab. Returns whether it could. */
export function storeTokens(tokens: Record<string, unknown>): boolean {
  try {
    window.sessionStorage.setItem(TOKENS, JSON.stringify(tokens));
    return true;
  } catch {
    // Storage is blocked: the chat works until the page is reloaded.
    return false;
  }
}

/** Returns the tokens of chats that this tab has, by feedback id. */
export function storedTokens(): Record<string, unknown> {
  try {
    return JSON.parse(window.sessionStorage.getItem(TOKENS) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
