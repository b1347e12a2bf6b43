import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../texts/TextsProvider";
import { onPressed } from "./press";
import type { Tone } from "./tone";

interface Props {
  children: ReactNode;
  onRemove?: () => void;
  /** What the button that removes it is called; it should say what is removed. */
  removeLabel?: string;
  tone?: Tone;
}

/** Something that was chosen, such as a tag or a filter, which can perhaps be removed. */
export function Chip({ children, onRemove, removeLabel, tone = "neutral" }: Props) {
  const text = useText();
  return (
    <span className={`chip chip--${tone}${onRemove ? " chip--removable" : ""}`}>
      <span className="chip__text">{children}</span>
      {onRemove && (
        <button
          type="button"
          className="chip__remove"
          aria-label={removeLabel ?? text("remove")}
          onClick={onPressed(onRemove)}
        >
          <X className="icon" aria-hidden />
        </button>
      )}
    </span>
  );
}
