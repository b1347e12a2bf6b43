import type { LucideIcon } from "lucide-react";
import type { Ref } from "react";
import { Button, TooltipTrigger } from "react-aria-components";
import type { ButtonKind } from "./buttonClass";
import { Tooltip } from "./Tooltip";

interface Props {
  icon: LucideIcon;
  /** What it is called. The tooltip shows it. */
  label: string;
  onPress: () => void;
  kind?: Exclude<ButtonKind, "link">;
  size?: "small" | undefined;
  /** Of a button that switches something: whether that is on. */
  isPressed?: boolean;
  isDisabled?: boolean;
  /** The shortcut that does the same, in the syntax of tinykeys. The tooltip shows it. */
  keys?: string | undefined;
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A button with an icon alone. */
export function IconButton({
  icon: Icon,
  label,
  onPress,
  kind = "quiet",
  size,
  isPressed,
  isDisabled = false,
  keys,
  buttonRef,
}: Props) {
  return (
    <TooltipTrigger delay={600}>
      <Button
        className={`icon-button icon-button--${kind}${size ? ` icon-button--${size}` : ""}`}
        aria-label={label}
        isDisabled={isDisabled}
        onPress={onPress}
        {...(buttonRef && { ref: buttonRef })}
        {...(isPressed !== undefined && { "aria-pressed": isPressed })}
      >
        <Icon className="icon" aria-hidden />
      </Button>
      <Tooltip text={label} keys={keys} />
    </TooltipTrigger>
  );
}
