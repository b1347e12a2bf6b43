import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading } from "react-aria-components";
import { ModalBox } from "./ModalBox";

interface Props {
  title: string;
  /** Whether it interrupts with a question. */
  isAlert?: boolean;
  /** Escape was pressed, or something beside the dialog. Without it only the dialog's own buttons close it. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/** A dialog above the page, which is open as long as it is drawn. */
export function Dialog({ title, isAlert = false, onClose, children }: Props) {
  return (
    <ModalBox onClose={onClose} isDismissable={!isAlert}>
      <AriaDialog className="dialog" role={isAlert ? "alertdialog" : "dialog"}>
        <Heading slot="title" className="dialog__title">
          {title}
        </Heading>
        {children}
      </AriaDialog>
    </ModalBox>
  );
}
