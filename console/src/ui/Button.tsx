import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";

interface Props {
  /** `primary` is what most people want to do on the page; there is one of it in a form. */
  kind?: "primary" | "secondary" | "danger" | "quiet" | "link";
  type?: "button" | "submit";
  /** Whether it is doing what it was pressed for. It keeps the focus, and its form takes no second press. */
  isBusy?: boolean;
  /** What it is called where its text alone says too little. */
  label?: string;
  onPress?: () => void;
  children: ReactNode;
}

export function Button({
  kind = "primary",
  type = "button",
  isBusy = false,
  label,
  onPress,
  children,
}: Props) {
  return (
    <AriaButton
      className={`button button--${kind}${isBusy ? " button--busy" : ""}`}
      type={type}
      {...(label !== undefined && { "aria-label": label })}
      onPress={() => {
        if (!isBusy) onPress?.();
      }}
    >
      {children}
    </AriaButton>
  );
}
