import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { call } from "../http/call";
import { useLive, useLiveEvent, useLiveGap } from "../live";
import type { ChatCounts } from "../wire";

/** The least time between two counts, however much changes (docs/constants.md#delays). */
const PAUSE_MS = 2_000;

/** Between two counts without live events (docs/constants.md#delays). */
const WITHOUT_EVENTS_MS = 30_000;

const COUNTS = ["frame", "counts"];

/** Returns how many of the own chats and of nobody's wait for an answer, at most 100 of each; 0 until it is known. */
export function useUnanswered(): number {
  const queries = useQueryClient();
  const { isConnected } = useLive();
  const { data } = useQuery({
    queryKey: COUNTS,
    queryFn: ({ signal }) => call<ChatCounts>("GET", "/v1/staff/chats/counts", undefined, { signal }),
    refetchInterval: isConnected ? false : WITHOUT_EVENTS_MS,
  });
  const recount = usePaused(
    useCallback(() => {
      // A count that is slower than changes come is not given up for the next one.
      if (queries.isFetching({ queryKey: COUNTS }) > 0) return false;
      void queries.invalidateQueries({ queryKey: COUNTS });
      return true;
    }, [queries]),
  );
  useLiveEvent("inbox_changed", recount);
  useLiveEvent("chat_erased", recount);
  useLiveGap(recount);
  return data ? data.mine.unanswered + data.nobody.unanswered : 0;
}

/**
 * Returns what calls a function at once, and after that at most once in each pause, also after the last call.
 *
 * @param run returns whether it could; otherwise it is called again after the pause.
 */
function usePaused(run: () => boolean): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWanted = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    const start = () => {
      isWanted.current = !run();
      timer.current = setTimeout(() => {
        timer.current = undefined;
        if (isWanted.current) start();
      }, PAUSE_MS);
    };
    if (timer.current === undefined) start();
    else isWanted.current = true;
  }, [run]);
}
