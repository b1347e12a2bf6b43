import { useId, useRef } from "react";
import { useText } from "../texts/useText";
import { LanguageList } from "./LanguageList";
import type { LanguageChoice } from "./languageChoice";

/** A button with the name of the current language; the list of languages opens in a modal dialog. */
export function LanguageModal({ languages, current, onPick }: LanguageChoice) {
  const text = useText();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const pick = (code: string) => {
    dialog.current?.close();
    onPick(code);
  };
  return (
    <>
      <button
        type="button"
        className="quiet-button"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <span className="visually-hidden">{`${text("interface_language")}: `}</span>
        <span lang={current.code}>{current.name}</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the overlay closes the dialog; the keyboard has Escape. */}
      <dialog
        ref={dialog}
        className="modal"
        aria-labelledby={titleId}
        onClick={({ target }) => {
          // A click on the overlay has the dialog itself as its target, one in the panel never has.
          if (target === dialog.current) dialog.current?.close();
        }}
      >
        <div className="modal__panel">
          <p className="modal__pretitle">{text("please_select")}</p>
          <h2 id={titleId} className="modal__title">
            {text("interface_language")}
          </h2>
          <LanguageList languages={languages} current={current} onPick={pick} />
        </div>
      </dialog>
    </>
  );
}
