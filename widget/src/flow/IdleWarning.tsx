import { useRef } from "react";
import { useStore } from "../basics/useStore";
import type { View } from "../engine/types";
import { useText } from "../texts/useText";
import type { IdleTimer } from "./idleTimer";
import { IGNORES_ACTIVITY } from "./watchActivity";

/**
 * Asks whether anybody is still there before the flow restarts. Any activity is an answer. It takes no focus and blocks
 * nothing; screen readers announce it.
 */
export function IdleWarning({ idleTimer, view }: { idleTimer: IdleTimer; view: View }) {
  const text = useText();
  const isEnding = useStore(idleTimer.subscribe, idleTimer.isEnding);
  const focusedBefore = useRef<Element | null>(null);
  const isAnswering = view.style === "normal" && !view.submitting;

  const stay = () => {
    idleTimer.recordActivity();
    // The button is removed: the focus returns to where it was.
    const { current } = focusedBefore;
    if (current instanceof HTMLElement) current.focus({ preventScroll: true });
  };
  return (
    // Were the touch itself activity, the button would be gone before its click, which would hit what is below.
    <div className="idle" role="alert" {...{ [IGNORES_ACTIVITY]: "" }}>
      {isEnding && isAnswering && (
        <div className="idle__panel">
          <p>{text("idle_warning")}</p>
          <button
            type="button"
            className="button"
            onFocus={({ relatedTarget }) => {
              focusedBefore.current = relatedTarget;
            }}
            onClick={stay}
          >
            <span className="button__label">{text("idle_continue")}</span>
          </button>
        </div>
      )}
    </div>
  );
}
