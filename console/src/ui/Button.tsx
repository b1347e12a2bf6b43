import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { type ButtonLook, buttonClass } from "./buttonClass";

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
  onPress,
  children,
}: Props) {
  return (
    <AriaButton
      className={buttonClass({ kind, size }, isBusy && "button--busy")}
      type={type}
      isDisabled={isDisabled}
      {...(label !== undefined && { "aria-label": label })}
      onPress={() => {
        if (!isBusy) onPress?.();
      }}
    >
      {Icon && <Icon className="icon" aria-hidden />}
      {children}
      {EndIcon && <EndIcon className="icon button__end" aria-hidden />}
    </AriaButton>
  );
}
