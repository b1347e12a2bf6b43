import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Filter } from "../filter/filter";
import { useLiveEvent, useLiveGap } from "../live";
import type { StaffFeedback } from "../wire";
import { feedbackQuery, findNew, keepChanged, reloadList } from "./feedbackQueries";

/** Before the server is asked what is new: much may arrive at once (docs/constants.md#delays). */
const PAUSE_MS = 1_000;
/** How often it is asked once more while answers are not indexed yet. */
const MAX_ATTEMPTS = 5;

/**
 * Follows what arrives, without moving the list: counts what is new and matches the filter, and keeps what is shown up to date.
 *
 * @param items what the list shows; `undefined` while it is loaded.
 */
export function useNewFeedback(filter: Filter, items: readonly StaffFeedback[] | undefined) {
  const queries = useQueryClient();
  const [found, setFound] = useState<readonly string[]>([]);
  const shown = useRef<{ filter: Filter; ids: ReadonlySet<string> } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    shown.current = items ? { filter, ids: new Set(items.map(({ id }) => id)) } : null;
  }, [items, filter]);

  const look = useCallback((attempt: number) => {
    if (timer.current) return;
    timer.current = setTimeout(async () => {
      const list = shown.current;
      const result = list && (await findNew(list.filter, list.ids).catch(() => null));
      timer.current = null;
      // Where another list is shown by now, or the server did not answer, the next event asks once more.
      if (!result || shown.current?.filter !== list.filter) return;
      setFound(result.ids.filter((id) => !shown.current?.ids.has(id)));
      if (result.isBehind && attempt < MAX_ATTEMPTS) look(attempt + 1);
    }, PAUSE_MS);
  }, []);
  useEffect(() => {
    // The count is that of the list that it was made for.
    if (filter) setFound([]);
  }, [filter]);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );

  useLiveEvent("feedback", (feedback) => {
    keepChanged(queries, feedback);
    // The event has no notes.
    void queries.invalidateQueries(feedbackQuery(feedback.id));
    if (shown.current && !shown.current.ids.has(feedback.id)) look(1);
  });
  useLiveEvent("feedbacks_missed", () => look(1));
  useLiveGap(() => look(1));

  const show = useCallback(async () => {
    await reloadList(queries, filter);
    setFound([]);
  }, [queries, filter]);
  return { count: found.length, show };
}
