import { useId, useRef } from "react";
import type { ChatRun } from "../chatRun";
import { useChatText } from "../texts/useChatText";
import { useChat } from "../useChat";

/**
 * Ends the chat, once the visitor has said yes (specification, section 2.5: archive). There only while it is open.
 *
 * @param look in the widget's header there is room for a sign only.
 */
export function EndChat({ run, look }: { run: ChatRun; look: "words" | "sign" }) {
  const text = useChatText();
  const { status, archiving, phase } = useChat(run);
  const titleId = useId();
  const explanationId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  if (phase !== "shown" || status !== "open") return null;
  const close = () => dialog.current?.close();
  const isBusy = archiving === "asked";

  return (
    <>
      <button
        type="button"
        className={look === "sign" ? "icon-button" : "quiet-button"}
        aria-haspopup="dialog"
        title={look === "sign" ? text("end_chat") : undefined}
        onClick={() => dialog.current?.showModal()}
      >
        {look === "sign" && <ArchiveSign />}
        <span className={look === "sign" ? "visually-hidden" : undefined}>{text("end_chat")}</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the panel closes; for keys a dialog has Escape. */}
      <dialog
        ref={dialog}
        className="modal"
        aria-labelledby={titleId}
        aria-describedby={explanationId}
        onClose={() => run.send({ type: "archive_dismissed" })}
        onClick={({ target }) => {
          // The overlay belongs to the dialog itself; everything in the panel is another target.
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
          <div className="confirm">
            <button type="button" className="button button--link" onClick={close}>
              {text("no")}
            </button>
            <button
              type="button"
              className="button"
              aria-busy={isBusy}
              onClick={() => run.send({ type: "archive" })}
            >
              <span className="button__label">{text("yes")}</span>
              <span className="button__spinner" aria-hidden="true" />
            </button>
          </div>
        </div>
      </dialog>
    </>
  );
}

function ArchiveSign() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 5h16v4H4zm1.5 4v9.5a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V9M10 13h4" />
    </svg>
  );
}
