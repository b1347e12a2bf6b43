import type { LucideIcon } from "lucide-react";
import { Button, TooltipTrigger } from "react-aria-components";
import type { ButtonKind } from "./buttonClass";
import { Tooltip } from "./Tooltip";

interface Props {
  icon: LucideIcon;
  /** What it is called. The tooltip shows it. */
  label: string;
  /** Not needed where it opens a menu, which knows of it. */
  onPress?: () => void;
  kind?: Exclude<ButtonKind, "link">;
  /** Of a button that switches something: whether that is on. */
  isPressed?: boolean;
  isDisabled?: boolean;
  /** The shortcut that does the same, in the syntax of tinykeys. The tooltip shows it. */
  keys?: string | undefined;
}

/** A button with an icon alone. */
export function IconButton({
  icon: Icon,
  label,
  onPress,
  kind = "quiet",
  isPressed,
  isDisabled = false,
  keys,
}: Props) {
  return (
    <TooltipTrigger delay={600}>
      <Button
        className={`icon-button icon-button--${kind}`}
        aria-label={label}
        isDisabled={isDisabled}
        {...(onPress && { onPress })}
        {...(isPressed !== undefined && { "aria-pressed": isPressed })}
      >
        <Icon className="icon" aria-hidden />
      </Button>
      <Tooltip text={label} keys={keys} />
    </TooltipTrigger>
  );
}
