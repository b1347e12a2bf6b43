import { useEffect, useRef, useState } from "react";
import { useText } from "../../texts/useText";
import { useEndingText } from "./texts/catalog";

interface Props {
  address: URL;
  /** Seconds until the page leads there by itself; 0: it does not, or has done so. */
  seconds: number;
  /** Whether the link opens in a new tab. */
  opensTab: boolean;
  /** Called when the seconds are over. */
  onEnd(): void;
}

/** Where the end leads: a link and, while seconds count down, a button to stay (docs/flows.md#redirects). */
export function Redirect({ address, seconds, opensTab, onEnd }: Props) {
  const text = useEndingText();
  const { href, host } = address;
  const link = useRef<HTMLAnchorElement>(null);
  const [left, stop] = useSecondsLeft(seconds, onEnd);
  return (
    <div className="redirect">
      {seconds > 0 && <Announcement text={text("leads_on", { host, count: seconds })} />}
      {left > 0 && (
        <p className="redirect__time" aria-hidden="true">
          {text("leads_on", { host, count: left })}
        </p>
      )}
      <a
        ref={link}
        className="button button--secondary"
        href={href}
        rel="noopener noreferrer"
        {...(opensTab && { target: "_blank" })}
      >
        <span className="button__label">{text("continue_to", { host })}</span>
        {opensTab && <NewTab />}
      </a>
      {left > 0 && (
        <button
          type="button"
          className="text-button"
          onClick={() => {
            stop();
            // The button disappears.
            link.current?.focus();
          }}
        >
          {text("stay")}
        </button>
      )}
    </div>
  );
}

function NewTab() {
  const text = useText();
  return <span className="visually-hidden">{` (${text("opens_in_new_tab")})`}</span>;
}

/** Says something once, politely: a status says only what comes after it. */
function Announcement({ text }: { text: string }) {
  const [said, say] = useState("");
  const [first] = useState(text);
  useEffect(() => say(first), [first]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

/** Returns how many seconds are left, updated every second, and what stops the clock: 0 are left then. */
function useSecondsLeft(seconds: number, onEnd: () => void): [number, () => void] {
  const [left, setLeft] = useState(seconds);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const end = performance.now() + 1_000 * seconds;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.round((end - performance.now()) / 1_000));
      setLeft(rest);
      if (rest > 0) return;
      clearInterval(timer);
      onEnd();
    }, 1_000);
    return () => clearInterval(timer);
  }, [isRunning, seconds, onEnd]);
  return [left, () => setLeft(0)];
}
