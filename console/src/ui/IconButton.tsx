import type { LucideIcon } from "lucide-react";
import type { ButtonKind } from "./buttonClass";
import { type Opener, openerProps } from "./opener";
import { onPressed } from "./press";

interface Props {
  icon: LucideIcon;
  /** What it is called. The tooltip shows it. */
  label: string;
  onPress: () => void;
  kind?: Exclude<ButtonKind, "link">;
  /** Of a button that switches something: whether that is on. */
  isPressed?: boolean;
  isDisabled?: boolean;
  /** The shortcut that does the same, in the syntax of tinykeys. The tooltip shows it. */
  keys?: string | undefined;
  opener?: Opener;
}

/** A button with an icon alone. `Tooltips` shows what it is called. */
export function IconButton({
  icon: Icon,
  label,
  onPress,
  kind = "quiet",
  isPressed,
  isDisabled = false,
  keys = "",
  opener,
}: Props) {
  return (
    <button
      type="button"
      className={`icon-button icon-button--${kind}`}
      aria-label={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      data-tooltip={keys}
      onClick={onPressed(onPress)}
      {...(opener && openerProps(opener))}
    >
      <Icon className="icon" aria-hidden />
    </button>
  );
}
