import { useText } from "../texts/useText";

/** Leads to the previous page. Switched off it stays in its place. */
export function BackButton({ isOff, onBack }: { isOff: boolean; onBack: () => void }) {
  const text = useText();
  return (
    <button type="button" className="quiet-button back" aria-disabled={isOff} onClick={onBack}>
      <svg className="back__arrow" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M13 8H3m4-4L3 8l4 4" />
      </svg>
      {text("back")}
    </button>
  );
}
