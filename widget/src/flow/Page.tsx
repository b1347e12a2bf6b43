import { type FormEvent, Fragment, useState } from "react";
import { FlowElement } from "../elements/FlowElement";
import { ProgressElement } from "../elements/ProgressElement";
import type { ElementView, View } from "../engine/types";
import { useMessageText } from "../questions/messages/messageText";
import type { Send } from "../run/flowRun";
import { Waiting } from "../shell/Waiting";
import { useText } from "../texts/useText";

interface Props {
  view: View;
  send: Send;
  /** The visitor has asked for the next page, and the engine is not there yet. */
  isAwaited: boolean;
}

/** A page of questions, or the one that leads to a chat. */
export function Page({ view, send, isAwaited }: Props) {
  const text = useText();
  const messageText = useMessageText();
  const { elements, notice, submitting, style } = view;
  const noticeAt = elements.findIndex(isNextButton);
  const [initial] = useState(elements);

  const goToNext = (event: FormEvent) => {
    event.preventDefault();
    send({ type: "next" });
  };
  // Shown before the button that was pressed.
  const noticeText = (
    <p className="notice" role="alert">
      {notice && messageText(notice)}
    </p>
  );

  return (
    // The engine validates the answers in the visitor's language; the browser's own messages are off.
    <form className="elements" noValidate onSubmit={goToNext}>
      {view.progress && <ProgressElement progress={view.progress} />}
      {elements.map((element, at) => (
        <Fragment key={element.id}>
          {at === noticeAt && noticeText}
          <FlowElement
            element={element}
            isFirst={at === 0}
            send={send}
            busy={(submitting || isAwaited) && isNextButton(element)}
            isLate={!initial.some(({ id }) => id === element.id)}
          />
        </Fragment>
      ))}
      {noticeAt === -1 && noticeText}
      <p className="visually-hidden" role="status">
        {submitting ? text("sending") : isAwaited && text("loading")}
      </p>
      {style === "chat" && <Waiting>{text("opening_chat")}</Waiting>}
    </form>
  );
}

function isNextButton({ type, isSkip }: ElementView): boolean {
  return (type === "next_page" && !isSkip) || type === "submit";
}
