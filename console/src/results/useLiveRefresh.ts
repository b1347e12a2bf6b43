import { type Query, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLiveEvent, useLiveGap } from "../live";
import { RESULTS_KEY } from "./queries";

/** At least so much time is between two refreshes by themselves: many people may answer at once. */
const REFRESH_EVERY_MS = 10_000;
/** The server counts a feedback soon after it has stored it. */
const COUNTED_AFTER_MS = 1_500;

/**
 * Refreshes the results of a flow as feedback arrives: quietly, not too often, and only while somebody sees the page.
 *
 * @returns whether feedback has come that is not counted yet, and what refreshes at once.
 */
export function useLiveRefresh(flow: string): { hasNew: boolean; refresh: () => void } {
  const queries = useQueryClient();
  const [hasNew, setNew] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const refreshedAt = useRef(0);
  const load = useCallback(
    (filters: Pick<QueryFilters, "predicate">) => {
      clearTimeout(timer.current);
      timer.current = undefined;
      refreshedAt.current = Date.now();
      setNew(false);
      void queries.invalidateQueries({ queryKey: [RESULTS_KEY, flow], ...filters });
    },
    [queries, flow],
  );
  const refresh = useCallback(() => load({}), [load]);
  const later = useCallback((run: () => void) => {
    if (timer.current !== undefined || document.hidden) return;
    const wait = Math.max(COUNTED_AFTER_MS, refreshedAt.current + REFRESH_EVERY_MS - Date.now());
    timer.current = setTimeout(run, wait);
  }, []);
  const plan = useCallback(() => {
    setNew(true);
    later(refresh);
  }, [later, refresh]);
  useLiveEvent("feedback", (feedback) => {
    if (feedback.flow_id === flow) plan();
  });
  useLiveEvent("feedbacks_missed", plan);
  const isFirst = useRef(true);
  useLiveGap(() => {
    // Hardly any feedback arrives between the figures and the first event: no note says that there is some.
    if (isFirst.current) later(() => load({ predicate: isLoaded }));
    else plan();
    isFirst.current = false;
  });
  useEffect(() => {
    const onShown = () => {
      if (!document.hidden && hasNew) plan();
    };
    document.addEventListener("visibilitychange", onShown);
    return () => document.removeEventListener("visibilitychange", onShown);
  }, [hasNew, plan]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { hasNew, refresh };
}

const isLoaded = ({ state }: Query) => state.data !== undefined;
