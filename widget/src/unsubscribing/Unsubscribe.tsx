import { useEffect, useId, useRef, useState } from "react";
import type { Channel, View } from "../engine/types";
import type { Send } from "../run/flowRun";
import styles from "../styles/lazy/unsubscribe.css?inline";
import type { TextKey } from "../texts/catalog";
import { useText } from "../texts/useText";
import { adoptStyles } from "../theme/adoptStyles";

adoptStyles(styles);

const QUESTIONS: Record<Channel, TextKey> = {
  sms: "unsubscribe_sms",
  whatsapp: "unsubscribe_whatsapp",
  push_notification: "unsubscribe_push_notification",
};

const DONE: Record<Channel, TextKey> = {
  sms: "unsubscribed_sms",
  whatsapp: "unsubscribed_whatsapp",
  push_notification: "unsubscribed_push_notification",
};

export interface UnsubscribeProps {
  channel: Channel;
  view: View;
  send: Send;
}

/** The quiet way out for anyone who was invited by a message: a button, a question, and its result. */
export function Unsubscribe({ channel, view, send }: UnsubscribeProps) {
  const text = useText();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isDone = view.unsubscribed?.includes(channel) === true;
  const [isAsked, setAsked] = useState(false);
  const hasFailed = view.unsubscribeFailed?.includes(channel) === true;
  const isBusy = isAsked && !isDone && !hasFailed;
  const done = useFocusWhen(isDone && isAsked);

  const confirm = () => {
    dialog.current?.close();
    setAsked(true);
    send({ type: "unsubscribe", channel });
  };
  return (
    <div className="unsubscribe">
      {isDone ? (
        <p ref={done} className="unsubscribe__done" tabIndex={-1}>
          {text(DONE[channel])}
        </p>
      ) : (
        <button
          type="button"
          className="quiet-button unsubscribe__button"
          aria-haspopup="dialog"
          aria-disabled={isBusy}
          onClick={() => !isBusy && dialog.current?.showModal()}
        >
          {text("unsubscribe")}
        </button>
      )}
      <p className="unsubscribe__error" role="alert">
        {hasFailed && text("system_error")}
      </p>
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
          <h2 id={titleId} className="modal__title">
            {text(QUESTIONS[channel])}
          </h2>
          <p className="unsubscribe__explanation">{text("unsubscribe_explanation")}</p>
          <div className="unsubscribe__choices">
            <button type="button" className="button" onClick={confirm}>
              <span className="button__label">{text("unsubscribe")}</span>
            </button>
            <button
              type="button"
              className="button button--secondary"
              onClick={() => dialog.current?.close()}
            >
              <span className="button__label">{text("cancel")}</span>
            </button>
          </div>
        </div>
      </dialog>
    </div>
  );
}

/** Focuses an element that takes the place of the one that had the focus, so that it is read out. */
function useFocusWhen(isShown: boolean) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isShown) element.current?.focus({ preventScroll: true });
  }, [isShown]);
  return element;
}
