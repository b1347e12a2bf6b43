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

  const isAsking = useRef(false);
  /** Whether something has arrived of which the answer under way may know nothing. */
  const isLate = useRef(false);
  const look = useCallback((attempt: number) => {
    if (isAsking.current) isLate.current = true;
    if (timer.current || isAsking.current) return;
    timer.current = setTimeout(async () => {
      timer.current = null;
      const list = shown.current;
      if (!list) return;
      isAsking.current = true;
      const result = await findNew(list.filter, list.ids).catch(() => null);
      isAsking.current = false;
      const wasLate = isLate.current;
      isLate.current = false;
      // The page may be left by now, or show another list.
      if (result && shown.current?.filter === list.filter)
        setFound(result.ids.filter((id) => !shown.current?.ids.has(id)));
      if (shown.current === null) return;
      if (wasLate) look(1);
      // Where the server did not answer, the next event asks once more.
      else if (result?.isBehind && attempt < MAX_ATTEMPTS) look(attempt + 1);
    }, PAUSE_MS);
  }, []);
  useEffect(() => {
    // The count is that of the list that it was made for.
    if (filter) setFound([]);
    // Of a list that was loaded before, nothing is known of what has come while another one was shown.
    if (shown.current?.filter === filter) look(1);
  }, [filter, look]);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
      shown.current = null;
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
