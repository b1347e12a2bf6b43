import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from "react";
import type { LookUpStep } from "../engine/types";
import { isComposing } from "../inputs/isComposing";
import type { TextKey } from "../texts/textKeys";
import { useText } from "../texts/useText";

export interface LookUpProps {
  step: LookUpStep;
  onLookUp: () => void;
  /** The question. */
  children: ReactNode;
}

const STATUS_TEXTS: Record<LookUpStep, TextKey | undefined> = {
  unasked: undefined,
  loading: "looking_up",
  found: "look_up_found",
  nothing: "look_up_nothing",
  // The question has a message.
  failed: undefined,
};

/** A question whose answer is looked up when the visitor leaves it, or presses Enter in its input. */
export function LookUp({ step, onLookUp, children }: LookUpProps) {
  const text = useText();
  const status = STATUS_TEXTS[step];

  const lookUpOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (step === "unasked" && !currentTarget.contains(relatedTarget)) onLookUp();
  };
  const lookUpOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
    if (!(event.target instanceof HTMLInputElement) || step === "loading") return;
    event.preventDefault();
    onLookUp();
  };
  const retry = ({ currentTarget }: MouseEvent) => {
    // The button goes, and the focus must not go with it.
    currentTarget.parentElement?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    onLookUp();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the controls inside.
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: likewise.
    <div onBlur={lookUpOnLeave} onKeyDown={lookUpOnEnter}>
      {children}
      <p className="look-up" data-step={step} role="status">
        {status && text(status)}
      </p>
      {step === "failed" && (
        <button type="button" className="look-up__retry" onClick={retry}>
          {text("try_again")}
        </button>
      )}
    </div>
  );
}
