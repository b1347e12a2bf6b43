import { type RefObject, useId } from "react";
import type { ChatRun } from "../connection/chatRun";
import { useChatText } from "../texts/useChatText";
import type { ChatState } from "../timeline/timeline";

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  archiving: ChatState["archiving"];
  send: ChatRun["send"];
}

/** Asks for confirmation before the chat ends. */
export function EndChatDialog({ dialog, archiving, send }: Props) {
  const text = useChatText();
  const titleId = useId();
  const explanationId = useId();
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the overlay closes the dialog; the keyboard has Escape.
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={titleId}
      aria-describedby={explanationId}
      onClose={() => send({ type: "archive_dismissed" })}
      onClick={({ target }) => {
        // A click on the overlay has the dialog itself as its target, one in the panel never has.
        if (target === dialog.current) close();
      }}
    >
      <div className="modal__panel">
        <h2 id={titleId} className="modal__title">
          {text("end_chat_question")}
        </h2>
        <p id={explanationId}>{text("end_chat_explanation")}</p>
        <p className="notice" role="alert">
          {archiving === "failed" && text("end_chat_failed")}
        </p>
        <div className="dialog-buttons">
          <button type="button" className="button button--secondary" onClick={close}>
            {text("no")}
          </button>
          <button
            type="button"
            className="button"
            aria-busy={archiving === "asked"}
            onClick={() => send({ type: "archive" })}
          >
            <span className="button__label">{text("yes")}</span>
            <span className="button__spinner" aria-hidden="true" />
          </button>
        </div>
      </div>
    </dialog>
  );
}
