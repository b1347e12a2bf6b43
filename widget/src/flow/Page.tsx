import { type FormEvent, Fragment, useState } from "react";
import { FlowElement } from "../elements/FlowElement";
import type { ElementView, View } from "../engine/types";
import { Waiting } from "../shell/Waiting";
import { useText } from "../texts/useText";
import type { Send } from "./flowRun";

/** A page of the questionnaire, or the one that leads to a chat. */
export function Page({ view, send }: { view: View; send: Send }) {
  const text = useText();
  const { elements, notice, submitting, style } = view;
  const noticeAt = elements.findIndex(leadsOn);
  const [initial] = useState(elements);

  const goOn = (event: FormEvent) => {
    event.preventDefault();
    send({ type: "next" });
  };
  const noticeText = (
    <p className="notice" role="alert">
      {notice && text(notice.key, notice.params)}
    </p>
  );

  return (
    // The engine judges the answers, in the visitor's language and on the server again: not the browser's bubbles.
    <form className="elements" noValidate onSubmit={goOn}>
      {elements.map((element, at) => (
        <Fragment key={element.id}>
          {at === noticeAt && noticeText}
          <FlowElement
            element={element}
            send={send}
            busy={submitting && leadsOn(element)}
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

/** A page's message stands before the button that was pressed. */
function leadsOn({ type }: ElementView): boolean {
  return type === "next_page" || type === "submit";
}
