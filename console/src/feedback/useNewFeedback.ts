import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Filter } from "../filter/filter";
import { useLiveEvent, useLiveGap } from "../live";
import type { StaffFeedback } from "../wire";
import { feedbackQuery, findNew, keepChanged, reloadList } from "./feedbackQueries";

/** Between two questions to the server what is new (docs/constants.md#delays). */
const PAUSE_MS = 1_000;
/** How often it is asked again while answers are not indexed yet. */
const MAX_ATTEMPTS = 5;

/**
 * Follows what arrives, without moving the list: counts what is new and matches the filter, and keeps what is shown up to date.
 *
 * @param items what the list shows; `undefined` while it is loaded.
 */
export function useNewFeedback(filter: Filter, items: readonly StaffFeedback[] | undefined) {
  const queries = useQueryClient();
  const [found, setFound] = useState<readonly string[]>([]);
  const known = useRef<ReadonlySet<string> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(filter);
  useEffect(() => {
    known.current = items ? new Set(items.map(({ id }) => id)) : null;
    asked.current = filter;
  }, [items, filter]);
  // The count is that of the list it was made for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another filter is the reason.
  useEffect(() => () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setFound([]);
  }, [filter]);

  const look = useCallback((attempts = 1) => {
    timer.current ??= setTimeout(async () => {
      const filter = asked.current;
      try {
        const before = known.current;
        if (!before) return;
        const { ids, isBehind } = await findNew(filter, before);
        if (asked.current !== filter) return;
        setFound(ids.filter((id) => !known.current?.has(id)));
        if (isBehind && attempts < MAX_ATTEMPTS) again = true;
      } catch {
        // Another event or reconnect asks again.
      } finally {
        if (asked.current === filter) timer.current = undefined;
        if (again) look(attempts + 1);
      }
    }, PAUSE_MS);
    let again = false;
  }, []);

  useLiveEvent("feedback", (feedback) => {
    keepChanged(queries, feedback);
    // Its notes are only in the single feedback.
    void queries.invalidateQueries(feedbackQuery(feedback.id));
    if (known.current && !known.current.has(feedback.id)) look();
  });
  useLiveEvent("feedbacks_missed", () => look());
  useLiveGap(() => look());

  const show = useCallback(async () => {
    await reloadList(queries, filter);
    setFound([]);
  }, [queries, filter]);
  return { count: found.length, show };
}
