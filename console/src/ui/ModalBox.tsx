import type { ReactNode } from "react";
import { Modal, ModalOverlay } from "react-aria-components";
import { AriaLanguage } from "./AriaLanguage";
import { InDialog } from "./InDialog";

interface Props {
  /** What kind it is, as a part of class names. */
  kind?: string;
  /** Escape was pressed, or something beside it. Without it only its own buttons close it. */
  onClose?: (() => void) | undefined;
  /** Whether a press beside it closes it. */
  isDismissable?: boolean;
  children: ReactNode;
}

/** What a dialog is in, above the page, which does nothing meanwhile. */
export function ModalBox({ kind, onClose, isDismissable = true, children }: Props) {
  return (
    <AriaLanguage>
      <ModalOverlay
        className={`overlay${kind ? ` overlay--${kind}` : ""}`}
        isOpen
        isDismissable={onClose !== undefined && isDismissable}
        isKeyboardDismissDisabled={onClose === undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose?.();
        }}
      >
        <Modal className={`modal${kind ? ` ${kind}` : ""}`}>
          <InDialog value>{children}</InDialog>
        </Modal>
      </ModalOverlay>
    </AriaLanguage>
  );
}
