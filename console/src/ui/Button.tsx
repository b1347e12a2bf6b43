import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { type ButtonLook, buttonClass } from "./buttonClass";
import { type Opener, openerProps } from "./opener";
import { onPressed } from "./press";

interface Props extends ButtonLook {
  type?: "button" | "submit";
  icon?: LucideIcon | undefined;
  /** An icon at its end, such as of what it opens. */
  endIcon?: LucideIcon | undefined;
  /** Whether it is doing what it was pressed for. It keeps the focus, and its form takes no second press. */
  isBusy?: boolean;
  isDisabled?: boolean;
  /** What it is called where its text alone says too little. */
  label?: string;
  opener?: Opener;
  onPress?: () => void;
  children: ReactNode;
}

export function Button({
  kind = "primary",
  size,
  type = "button",
  icon: Icon,
  endIcon: EndIcon,
  isBusy = false,
  isDisabled = false,
  label,
  opener,
  onPress,
  children,
}: Props) {
  return (
    <button
      className={buttonClass({ kind, size }, isBusy && "button--busy")}
      type={type}
      disabled={isDisabled}
      aria-label={label}
      onClick={onPressed(isBusy ? undefined : onPress)}
      {...(opener && openerProps(opener))}
    >
      {Icon && <Icon className="icon" aria-hidden />}
      {children}
      {EndIcon && <EndIcon className="icon button__end" aria-hidden />}
    </button>
  );
}
