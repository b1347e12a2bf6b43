import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useChatText } from "../texts/useChatText";
import type { ChatState } from "../timeline/timeline";

interface Props {
  earlier: ChatState["earlier"];
  log: RefObject<HTMLElement | null>;
  onLoad: () => void;
}

/** How near to what is visible the beginning has to come before the messages before it are loaded. */
const LOADED_AHEAD = "300px";

/** Loads the messages before the known ones when the reader comes near to them, or presses the button. */
export function EarlierMessages({ earlier, log, onLoad }: Props) {
  const text = useChatText();
  const place = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    if (earlier !== "known" || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { root: log.current, rootMargin: LOADED_AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [earlier, log]);

  if (earlier === "none") return null;
  return (
    <div className="earlier" ref={place}>
      {earlier === "failed" && <p role="alert">{text("earlier_failed")}</p>}
      <button
        type="button"
        className="button button--secondary"
        aria-busy={earlier === "loading"}
        onClick={() => {
          onLoad();
          // The button may go away, and the focus would go with it.
          log.current?.focus({ preventScroll: true });
        }}
      >
        <span className="button__label">{text(earlier === "failed" ? "try_again" : "earlier_messages")}</span>
        <span className="button__spinner" aria-hidden="true" />
      </button>
    </div>
  );
}

/** How long a screen reader may take to notice what was added to the log. */
const NOTICED_AFTER_MS = 1_000;

/** Returns whether the log announces nothing now: earlier messages are no news. */
export function useQuietLog(earlier: ChatState["earlier"]): boolean {
  const isLoading = earlier === "loading";
  const [isQuiet, setQuiet] = useState(isLoading);
  if (isLoading && !isQuiet) setQuiet(true);
  useEffect(() => {
    if (isLoading || !isQuiet) return;
    const timer = setTimeout(() => setQuiet(false), NOTICED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLoading, isQuiet]);
  return isQuiet;
}
