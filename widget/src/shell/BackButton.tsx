import { useText } from "../texts/useText";
import { BackSign } from "./signs";

interface Props {
  isOff: boolean;
  onBack: () => void;
  /** Where there is no room for words. */
  isSign?: boolean;
}

/** Leads to the previous page. Switched off it stays in its place. */
export function BackButton({ isOff, onBack, isSign = false }: Props) {
  const text = useText();
  return (
    <button
      type="button"
      className={isSign ? "icon-button" : "quiet-button back"}
      aria-disabled={isOff}
      onClick={onBack}
    >
      <BackSign />
      <span className={isSign ? "visually-hidden" : undefined}>{text("back")}</span>
    </button>
  );
}
