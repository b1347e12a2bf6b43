import { ChevronDown, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Popover as AriaPopover, Button, Dialog, DialogTrigger } from "react-aria-components";
import { type ButtonLook, buttonClass } from "./buttonClass";

interface Props extends ButtonLook {
  /** What is in it, for screen readers; and on the button, if there is no `trigger`. */
  label: string;
  trigger?: ReactNode;
  icon?: LucideIcon | undefined;
  isDisabled?: boolean;
  /** What is in it; it gets what closes it. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button that opens a small dialog beside itself. */
export function Popover({
  label,
  trigger,
  icon: Icon,
  kind = "secondary",
  size,
  isDisabled = false,
  children,
}: Props) {
  return (
    <DialogTrigger>
      <Button className={buttonClass({ kind, size }, "button--menu")} isDisabled={isDisabled}>
        {Icon && <Icon className="icon" aria-hidden />}
        <span>{trigger ?? label}</span>
        <ChevronDown className="icon" aria-hidden />
      </Button>
      <AriaPopover className="popover" placement="bottom start" offset={6}>
        <Dialog className="popover__dialog" aria-label={label}>
          {({ close }) => (typeof children === "function" ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
