import type { ChatStatus, InboxItem } from "../wire";

/** The views of the inbox, in their order. */
export const VIEWS = ["mine", "nobody", "all", "snoozed", "closed"] as const;

export type View = (typeof VIEWS)[number];

/** What the address says of the list. */
export interface InboxSearch {
  view?: View;
  /** Of one node, by its id. */
  node?: string;
  /** Words in messages. */
  text?: string;
  tag?: string;
}

/** Reads what an address says of the list, and nothing else. */
export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const view = VIEWS.find((view) => view === search.view);
  return {
    ...(view && { view }),
    ...words(search, "node"),
    ...words(search, "text"),
    ...words(search, "tag"),
  };
}

function words<Name extends keyof InboxSearch>(search: Record<string, unknown>, name: Name) {
  const word = search[name];
  return typeof word === "string" && word !== "" ? { [name]: word } : {};
}

/** Returns the view that an address means: one's own chats, but words are looked for in all. */
export function viewOf({ view, text }: InboxSearch): View {
  return view ?? (text ? "all" : "mine");
}

/** Returns the statuses of a view's chats. The server lists those of one. */
export function statusesOf(search: InboxSearch): ChatStatus[] {
  return viewOf(search) === "closed" ? ["closed", "archived"] : ["open", "queued"];
}

/** Returns what the server is asked for, except status and place. */
export function listParameters(search: InboxSearch): URLSearchParams {
  const view = viewOf(search);
  const parameters = new URLSearchParams();
  if (view === "mine") parameters.set("assigned", "me");
  if (view === "nobody") parameters.set("assigned", "none");
  if (view !== "closed") parameters.set("snoozed", String(view === "snoozed"));
  if (search.node) parameters.set("node_id", search.node);
  if (search.tag) parameters.set("tag", search.tag);
  if (search.text) parameters.set("text", search.text);
  return parameters;
}

/** Returns whether a chat is in a view now, as far as its item says: not whether its messages have the words. */
export function isInView(item: InboxItem, search: InboxSearch, me: string): boolean {
  const view = viewOf(search);
  if (!statusesOf(search).includes(item.status)) return false;
  if (view === "mine" && item.assigned_to !== me) return false;
  if (view === "nobody" && item.assigned_to !== null) return false;
  if (view !== "closed" && (item.snoozed_until !== null) !== (view === "snoozed")) return false;
  if (search.node && item.node_id !== search.node) return false;
  return !search.tag || item.tags.includes(search.tag);
}
