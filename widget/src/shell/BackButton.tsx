import { useText } from "../texts/useText";
import { BackIcon } from "./icons";

interface Props {
  /** Shown as disabled. The button keeps its place and the focus, and the engine ignores presses. */
  isDisabled: boolean;
  onBack: () => void;
  /** Only the icon is visible, where there is no room for the text. */
  iconOnly?: boolean;
}

/** Leads to the previous page of the flow. */
export function BackButton({ isDisabled, onBack, iconOnly = false }: Props) {
  const text = useText();
  return (
    <button
      type="button"
      className={iconOnly ? "icon-button" : "quiet-button back"}
      aria-disabled={isDisabled}
      onClick={onBack}
    >
      <BackIcon />
      <span className={iconOnly ? "visually-hidden" : undefined}>{text("back")}</span>
    </button>
  );
}
