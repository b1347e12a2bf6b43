/** A note that was begun and is not stored yet. */
export interface Draft {
  body: string;
  /** Of a note whose answer got lost, the next try stores no second one: it has the same key. */
  key: string;
}

const NOTHING: Draft = { body: "", key: "" };

/** Keeps what was begun by feedback, as long as the console is open: another feedback may be looked at meanwhile. */
export function createDrafts(newKey = () => crypto.randomUUID() as string) {
  const kept = new Map<string, Draft>();
  const listeners = new Set<() => void>();
  const write = (id: string, body: string) => {
    // Another text is another note.
    if (body === "") kept.delete(id);
    else kept.set(id, { body, key: newKey() });
    for (const listener of listeners) listener();
  };
  return {
    of: (id: string): Draft => kept.get(id) ?? NOTHING,
    write,
    /** Forgets a draft that is stored, unless it was written on meanwhile. */
    stored: (id: string, draft: Draft) => {
      if (kept.get(id)?.key === draft.key) write(id, "");
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The drafts of this page. */
export const drafts = createDrafts();
