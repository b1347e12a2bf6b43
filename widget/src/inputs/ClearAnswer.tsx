import type { MouseEvent } from "react";
import { useText } from "../texts/useText";

interface Props {
  /** The question: a page may have several of these buttons. */
  label: string;
  onClear: () => void;
}

/** Takes back an answer that its controls cannot take back. The focus goes to the control that had it, or to the first one. */
export function ClearAnswer({ label, onClear }: Props) {
  const text = useText()("clear_answer");
  const clear = ({ currentTarget }: MouseEvent) => {
    const field = currentTarget.closest(".field");
    const control = field?.querySelector<HTMLElement>("input:checked") ?? field?.querySelector("input");
    onClear();
    control?.focus();
  };
  return (
    <button className="text-button" type="button" aria-label={`${text}: ${label}`} onClick={clear}>
      {text}
    </button>
  );
}
