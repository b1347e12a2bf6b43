import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Button as AriaButton } from "react-aria-components";
import { type ButtonLook, buttonClass } from "./buttonClass";

interface Props extends ButtonLook {
  type?: "button" | "submit";
  icon?: LucideIcon | undefined;
  /** Whether it is doing what it was pressed for. It keeps the focus, and its form takes no second press. */
  isBusy?: boolean;
  isDisabled?: boolean;
  /** What it is called where its text alone says too little. */
  label?: string;
  onPress?: () => void;
  buttonRef?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

export function Button({
  kind = "primary",
  size,
  type = "button",
  icon: Icon,
  isBusy = false,
  isDisabled = false,
  label,
  onPress,
  buttonRef,
  children,
}: Props) {
  return (
    <AriaButton
      className={buttonClass({ kind, size }, isBusy && "button--busy")}
      type={type}
      isDisabled={isDisabled}
      {...(buttonRef && { ref: buttonRef })}
      {...(label !== undefined && { "aria-label": label })}
      onPress={() => {
        if (!isBusy) onPress?.();
      }}
    >
      {Icon && <Icon className="icon" aria-hidden />}
      {children}
    </AriaButton>
  );
}
