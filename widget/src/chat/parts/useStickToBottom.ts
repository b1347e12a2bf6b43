import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** A log scrolled to within this distance of its bottom counts as being at the bottom. */
const TOLERANCE_PX = 64;

/** Stays free above the heading of what is new. */
const MARGIN_PX = 8;

/** Where a log begins and ends. */
interface Ends {
  /** The key of the first message. */
  oldestKey: string | undefined;
  /** The key of the last message. */
  newestKey: string | undefined;
  /** Whether the reader has written the last message. */
  isOwn: boolean;
}

/**
 * Keeps a log scrolled to its bottom while the reader is there. A reader who has scrolled up is not moved; `hasNews`
 * then reports new messages. The reader's own messages always scroll to the bottom. A log that has a heading of what is new
 * starts there. What is added above moves nothing.
 */
export function useStickToBottom({ oldestKey, newestKey, isOwn }: Ends) {
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

  useKeptPosition(log, oldestKey, isAtBottom);

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

/** Keeps what the reader sees at its place when messages are added above. */
function useKeptPosition(
  log: RefObject<HTMLElement | null>,
  oldestKey: string | undefined,
  isAtBottom: RefObject<boolean>,
) {
  const before = useRef({ oldestKey, height: 0 });
  useLayoutEffect(() => {
    const { current } = log;
    if (!current) return;
    const height = current.scrollHeight;
    const isAddedAbove = oldestKey !== before.current.oldestKey && before.current.oldestKey !== undefined;
    if (isAddedAbove && !isAtBottom.current) current.scrollTop += height - before.current.height;
    before.current = { oldestKey, height };
  });
}
