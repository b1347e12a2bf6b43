import type { QueryClient } from "@tanstack/react-query";
import type { InboxItem } from "../wire";
import { type Changes, isListKey } from "./list";

/** How long what has changed is kept for lists that are loading: longer than a call may take (docs/constants.md#delays). */
const KEPT_MS = 30_000;

interface Kept {
  /** `null`: erased. */
  item: InboxItem | null;
  at: number;
}

/** Follows the lists that are loading. */
export interface Loads {
  /** Something has changed. */
  keep(changes: Changes): void;
  stop(): void;
}

/**
 * Remembers what changes while a list is loading: the answer is of before, and with another part the parts that were there when it
 * was asked for come back as they were.
 *
 * @param onLoaded is called after each load with what has changed meanwhile.
 */
export function followLoads(queries: QueryClient, onLoaded: (meanwhile: Changes) => void): Loads {
  const kept = new Map<string, Kept>();
  const starts = new Map<string, number>();
  const meanwhile = (start: number): Changes => {
    const entries = [...kept].filter(([, { at }]) => at >= start);
    return {
      items: entries.flatMap(([, { item }]) => item ?? []),
      erased: entries.filter(([, { item }]) => item === null).map(([id]) => id),
    };
  };
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || !isListKey(event.query.queryKey)) return;
    const { action, query } = event;
    if (action.type === "fetch") starts.set(query.queryHash, performance.now());
    if (action.type === "error") starts.delete(query.queryHash);
    if (action.type !== "success" || action.manual) return;
    const start = starts.get(query.queryHash) ?? 0;
    starts.delete(query.queryHash);
    onLoaded(meanwhile(start));
  });
  const put = (id: string, item: InboxItem | null, at: number) => {
    // The latest stand last.
    kept.delete(id);
    kept.set(id, { item, at });
  };
  return {
    keep({ items, erased }) {
      const now = performance.now();
      for (const item of items) put(item.feedback_id, item, now);
      for (const id of erased) put(id, null, now);
      for (const [id, { at }] of kept) {
        if (now - at < KEPT_MS) break;
        kept.delete(id);
      }
    },
    stop,
  };
}
