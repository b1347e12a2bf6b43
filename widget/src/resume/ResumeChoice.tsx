import { useOutboxText } from "../outbox/texts/catalog";

interface Props {
  onGoOn(): void;
  onStartOver(): void;
}

/** Lets the visitor go on with a run that was left, or start over. Whoever just answers has started over. */
export function ResumeChoice({ onGoOn, onStartOver }: Props) {
  const text = useOutboxText();
  return (
    <div className="kept kept--choice">
      <p role="status">{text("begun")}</p>
      <p className="kept__acts">
        <button type="button" className="button" onClick={onGoOn}>
          <span className="button__label">{text("go_on")}</span>
        </button>
        <button type="button" className="button button--secondary" onClick={onStartOver}>
          <span className="button__label">{text("start_over")}</span>
        </button>
      </p>
    </div>
  );
}
