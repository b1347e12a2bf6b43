import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";

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
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable={onClose !== undefined && !isAlert}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose?.();
      }}
    >
      <Modal className="modal">
        <AriaDialog className="dialog" role={isAlert ? "alertdialog" : "dialog"}>
          <Heading slot="title" className="dialog__title">
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
