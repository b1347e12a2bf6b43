import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** A log scrolled to within this distance of its bottom counts as being at the bottom. */
const TOLERANCE_PX = 64;

/** Stays free above the heading of what is new. */
const MARGIN_PX = 8;

/**
 * Keeps a log scrolled to its bottom while the reader is there. A reader who has scrolled up is not moved; `hasNews`
 * then tells of new messages. The reader's own messages always scroll to the bottom. A log that has a heading of what is new
 * starts there.
 *
 * @param newestKey the key of the last message.
 * @param isOwn true if the reader has written the last message.
 */
export function useStickToBottom(newestKey: string | undefined, isOwn: boolean) {
  const log = useRef<HTMLDivElement>(null);
  const isAtBottom = useRef(true);
  const isFirst = useRef(true);
  const [hasNews, setHasNews] = useState(false);

  const scrollToBottom = () => {
    isAtBottom.current = true;
    setHasNews(false);
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  };

  const onScroll = () => {
    const { current } = log;
    if (!current) return;
    isAtBottom.current = current.scrollHeight - current.scrollTop - current.clientHeight < TOLERANCE_PX;
    if (isAtBottom.current) setHasNews(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new message.
  useLayoutEffect(() => {
    const heading = isFirst.current && log.current?.querySelector(".new-heading");
    isFirst.current = false;
    if (log.current && heading) {
      log.current.scrollTop +=
        heading.getBoundingClientRect().top - log.current.getBoundingClientRect().top - MARGIN_PX;
      onScroll();
    } else if (isAtBottom.current || isOwn) scrollToBottom();
    else setHasNews(true);
  }, [newestKey]);

  useEffect(() => {
    const { current } = log;
    if (!current) return;
    // The bottom moves when the on-screen keyboard opens, the composer grows or a link is found.
    const observer = new ResizeObserver(() => {
      if (isAtBottom.current) current.scrollTop = current.scrollHeight;
    });
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, []);

  return { log, hasNews, scrollToBottom, onScroll };
}
