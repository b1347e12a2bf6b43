import { type RefObject, useId } from "react";
import type { ChatRun } from "../connection/chatRun";
import type { ChatTextKey } from "../texts/catalog";
import { useChatText } from "../texts/useChatText";
import type { ChatState } from "../timeline/timeline";

/** What the dialog says: of a chat that is open, or of one that waits. */
export interface EndingWords {
  /** The button that ends the chat. */
  act: ChatTextKey;
  question: ChatTextKey;
  explanation: ChatTextKey;
  /** The button that leaves all as it is. */
  stay: ChatTextKey;
}

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  words: EndingWords;
  archiving: ChatState["archiving"];
  send: ChatRun["send"];
}

/** Asks for confirmation before the chat ends. */
export function EndChatDialog({ dialog, words, archiving, send }: Props) {
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
          {text(words.question)}
        </h2>
        <p id={explanationId}>{text(words.explanation)}</p>
        <p className="notice" role="alert">
          {archiving === "failed" && text("end_chat_failed")}
        </p>
        <div className="dialog-buttons">
          <button type="button" className="button button--secondary" onClick={close}>
            {text(words.stay)}
          </button>
          <button
            type="button"
            className="button"
            aria-busy={archiving === "asked"}
            onClick={() => send({ type: "archive" })}
          >
            <span className="button__label">{text(words.act)}</span>
            <span className="button__spinner" aria-hidden="true" />
          </button>
        </div>
      </div>
    </dialog>
  );
}
