import { useText } from "../texts/useText";

/** Leads to the previous page. */
export function BackButton({ onBack }: { onBack: () => void }) {
  const text = useText();
  return (
    <button type="button" className="quiet-button back" onClick={onBack}>
      <svg className="back__arrow" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M13 8H3m4-4L3 8l4 4" />
      </svg>
      {text("back")}
    </button>
  );
}
