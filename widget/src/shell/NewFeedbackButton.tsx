import { useText } from "../texts/useText";

interface Props {
  /** Starts a new feedback. Undefined while the visitor cannot give another one: then there is no button. */
  onNew: (() => void) | undefined;
  className?: string;
}

export function NewFeedbackButton({ onNew, className = "button--secondary" }: Props) {
  const text = useText();
  if (!onNew) return null;
  return (
    <button type="button" className={`button ${className}`} onClick={onNew}>
      {text("new_feedback")}
    </button>
  );
}
