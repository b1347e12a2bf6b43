import { useCallback, useEffect, useSyncExternalStore } from "react";

/** Where the browser keeps what is written and not sent, by person and chat (docs/constants.md#storage-names). */
const STORAGE_NAME = "pulsen-console-drafts";

/** How many drafts are kept; the oldest gives way (docs/constants.md#storage-names). */
const MOST = 100;

/** After the last key, before it is stored (docs/constants.md#delays). */
const PAUSE_MS = 300;

/** What somebody has begun to write in a chat. */
export interface Draft {
  body: string;
  isNote: boolean;
}

type Drafts = Record<string, Draft & { at: number }>;

const EMPTY: Draft = { body: "", isNote: false };

let drafts: Drafts | undefined;
/** Those that were changed here and are not stored yet. */
const changed = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Returns the draft of a person in a chat, and what changes it. */
export function useDraft(user: string, chat: string): [Draft, (draft: Draft) => void] {
  const key = keyOf(user, chat);
  const draft = useSyncExternalStore(subscribe, () => all()[key] ?? EMPTY);
  const change = useCallback((draft: Draft) => put(key, draft), [key]);
  // What was just written must not be lost with the page.
  useEffect(() => {
    addEventListener("pagehide", storeDrafts);
    return () => {
      removeEventListener("pagehide", storeDrafts);
      storeDrafts();
    };
  }, []);
  return [draft, change];
}

/** Returns what says whether there is a draft in a chat. */
export function useHasDraft(user: string, chat: string): boolean {
  return useSyncExternalStore(subscribe, () => Boolean(all()[keyOf(user, chat)]?.body.trim()));
}

const keyOf = (user: string, chat: string) => `${user}/${chat}`;

function all(): Drafts {
  drafts ??= read() ?? {};
  return drafts;
}

function put(key: string, draft: Draft): void {
  const { [key]: _, ...others } = all();
  // The kind of message is chosen for a text: without one it is forgotten when the chat is left.
  const kept = newest(others).slice(0, MOST - 1);
  drafts = { ...Object.fromEntries(kept), [key]: { ...draft, at: Date.now() } };
  changed.add(key);
  for (const listener of [...listeners]) listener();
  clearTimeout(timer);
  timer = setTimeout(storeDrafts, PAUSE_MS);
}

/** How many texts are on their way into the outbox. */
let leaving = 0;

/** Keeps what the browser has stored until a text is in the outbox, so that a tab that ends loses none, and has none in both places. */
export function storeWhenKept(kept: Promise<unknown>): void {
  leaving += 1;
  void kept.finally(() => {
    leaving -= 1;
    storeDrafts();
  });
}

function storeDrafts(): void {
  if (timer === undefined || leaving > 0) return;
  clearTimeout(timer);
  timer = undefined;
  // Another tab may have stored drafts of other chats since they were read here.
  drafts = withOwn(read() ?? all());
  const written = newest(drafts).filter(([, { body }]) => body !== "");
  try {
    if (written.length === 0) localStorage.removeItem(STORAGE_NAME);
    else localStorage.setItem(STORAGE_NAME, JSON.stringify(Object.fromEntries(written)));
    changed.clear();
  } catch {
    // Without storage a draft lives as long as the page.
  }
}

/** Returns the drafts of the browser with those that were changed here since. */
function withOwn(stored: Drafts): Drafts {
  // A note that was only chosen is stored nowhere: it must not turn into a reply.
  const isChosenNote = (key: string, { body, isNote }: Draft) => isNote && body === "" && !(key in stored);
  const own = Object.entries(all()).filter(([key, draft]) => changed.has(key) || isChosenNote(key, draft));
  return { ...stored, ...Object.fromEntries(own) };
}

/** Returns those that are kept, the latest first. */
function newest(drafts: Drafts): [string, Drafts[string]][] {
  return Object.entries(drafts)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, MOST);
}

/** Returns what the browser keeps; `null` where it keeps nothing. */
function read(): Drafts | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_NAME) ?? "{}");
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, draft]) => isDraft(draft))) as Drafts;
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is Draft & { at: number } {
  const { body, isNote, at } = (value ?? {}) as Record<string, unknown>;
  return typeof body === "string" && typeof isNote === "boolean" && typeof at === "number";
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", takeFromOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", takeFromOtherTab);
  };
}

function takeFromOtherTab({ key }: StorageEvent): void {
  if (key !== STORAGE_NAME) return;
  // What is being written here wins.
  drafts = withOwn(read() ?? all());
  for (const listener of [...listeners]) listener();
}
