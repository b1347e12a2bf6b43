import { type FormEvent, Fragment, useState } from "react";
import { FlowElement } from "../elements/FlowElement";
import type { ElementView, View } from "../engine/types";
import { Waiting } from "../shell/Waiting";
import { useText } from "../texts/useText";
import type { Send } from "./flowRun";

/** A page of questions, or the one that leads to a chat. */
export function Page({ view, send }: { view: View; send: Send }) {
  const text = useText();
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
      {notice && text(notice.key, notice.params)}
    </p>
  );

  return (
    // The engine validates the answers in the visitor's language; the browser's own messages are off.
    <form className="elements" noValidate onSubmit={goToNext}>
      {elements.map((element, at) => (
        <Fragment key={element.id}>
          {at === noticeAt && noticeText}
          <FlowElement
            element={element}
            send={send}
            busy={submitting && isNextButton(element)}
            isLate={!initial.some(({ id }) => id === element.id)}
          />
        </Fragment>
      ))}
      {noticeAt === -1 && noticeText}
      <p className="visually-hidden" role="status">
        {submitting && text("sending")}
      </p>
      {style === "chat" && <Waiting>{text("opening_chat")}</Waiting>}
    </form>
  );
}

function isNextButton({ type }: ElementView): boolean {
  return type === "next_page" || type === "submit";
}
