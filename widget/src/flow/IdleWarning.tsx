import { useRef, useSyncExternalStore } from "react";
import type { View } from "../engine/types";
import { useText } from "../texts/useText";
import type { Idleness } from "./idleness";
import { ACTS_BY_ITSELF } from "./watchActs";

/**
 * Asks whether anybody is still there before the flow begins anew. Any act is an answer; it takes no focus and bars
 * nothing, and who cannot see it hears it.
 */
export function IdleWarning({ idleness, view }: { idleness: Idleness; view: View }) {
  const text = useText();
  const isEnding = useSyncExternalStore(idleness.subscribe, idleness.isEnding);
  const before = useRef<Element | null>(null);
  const isAnswering = view.style === "normal" && !view.submitting;

  const goOn = () => {
    idleness.act();
    // The button goes; the focus returns to where it came from.
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  return (
    // Were a touch of the button an act already, it would be gone before the click, which then hits what is below.
    <div className="idle" role="alert" {...{ [ACTS_BY_ITSELF]: "" }}>
      {isEnding && isAnswering && (
        <div className="idle__panel">
          <p>{text("idle_warning")}</p>
          <button
            type="button"
            className="button"
            onFocus={({ relatedTarget }) => {
              before.current = relatedTarget;
            }}
            onClick={goOn}
          >
            <span className="button__label">{text("idle_continue")}</span>
          </button>
        </div>
      )}
    </div>
  );
}
