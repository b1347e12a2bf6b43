import { type MouseEvent, useId, useRef } from "react";
import { ContentText } from "../texts/ContentText";
import { useQuestionText } from "../texts/useQuestionText";
import { useText } from "../texts/useText";

interface Props {
  /** What is agreed to, in a few words. */
  title: string;
  /** The whole of it. */
  terms: string;
  onAgree: () => void;
}

/** A button that opens the full text in a dialog, which can be agreed to there. The browser returns the focus to the button. */
export function TermsDialog({ title, terms, onAgree }: Props) {
  const id = useId();
  const text = useQuestionText();
  const commonText = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const closeOnBackdrop = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) close();
  };
  return (
    <>
      <button
        className="text-button"
        type="button"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        {text("read_terms")}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog with Escape. */}
      <dialog className="terms-dialog" ref={dialog} aria-labelledby={id} onClick={closeOnBackdrop}>
        <h2 className="terms-dialog__title" id={id}>
          <ContentText>{title}</ContentText>
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keys. */}
        <div className="terms-dialog__text" tabIndex={0} role="document" aria-labelledby={id}>
          <ContentText>{terms}</ContentText>
        </div>
        <div className="terms-dialog__actions">
          <button className="button button--secondary" type="button" onClick={close}>
            {commonText("close")}
          </button>
          <button
            className="button"
            type="button"
            onClick={() => {
              onAgree();
              close();
            }}
          >
            {text("agree")}
          </button>
        </div>
      </dialog>
    </>
  );
}
