import type { ReactNode, RefObject } from "react";
import { Popover as AriaPopover } from "react-aria-components";
import { AriaLanguage } from "./AriaLanguage";

interface Props {
  /** At which it is. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** Something above the page at the button that has opened it, which is open as long as it is drawn. */
export function Popover({ opener, onClose, children }: Props) {
  return (
    <AriaLanguage>
      <AriaPopover
        className="popover"
        triggerRef={opener}
        placement="bottom end"
        offset={6}
        isOpen
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        {children}
      </AriaPopover>
    </AriaLanguage>
  );
}
