import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** Nearer to the end than this counts as there. */
const NEAR_PX = 64;

/**
 * Keeps a log at its end as long as its reader is there, and never moves one who reads further up: who is told of
 * `hasNews` instead. The reader's own message always leads to the end.
 *
 * @param newest what names the last message.
 * @param isOwn whether it is the reader's own.
 */
export function useStickToEnd(newest: string | undefined, isOwn: boolean) {
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [hasNews, setNews] = useState(false);

  const toEnd = () => {
    isAtEnd.current = true;
    setNews(false);
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is that there is a new message.
  useLayoutEffect(() => {
    if (isAtEnd.current || isOwn) toEnd();
    else setNews(true);
  }, [newest]);

  useEffect(() => {
    const { current } = log;
    if (!current) return;
    // The keyboard comes up, the box grows, a link is found: the end is somewhere else.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    });
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const { current } = log;
    if (!current) return;
    isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX;
    if (isAtEnd.current) setNews(false);
  };

  return { log, hasNews, toEnd, onScroll };
}
