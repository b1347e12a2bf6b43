import type { ComponentProps } from "react";
import { Dialog } from "react-aria-components";
import { Popover } from "./Popover";

/** A dialog at the button that has opened it. */
export function DialogPopover({
  label,
  children,
  ...popover
}: ComponentProps<typeof Popover> & { label: string }) {
  return (
    <Popover {...popover}>
      <Dialog className="popover__dialog" aria-label={label}>
        {children}
      </Dialog>
    </Popover>
  );
}
