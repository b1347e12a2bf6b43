import { FlowElement } from "../elements/FlowElement";
import type { View } from "../engine/types";
import type { Send } from "../run/flowRun";
import { CheckMark } from "../shell/CheckMark";
import { NewFeedbackButton } from "../shell/NewFeedbackButton";
import { useText } from "../texts/useText";

interface Props {
  view: View;
  send: Send;
  /** Starts another feedback. Absent where there is no other. */
  onNew: (() => void) | undefined;
}

/** The end of a flow: the state's own elements, or else the default thank-you (docs/flows.md#states). */
export function ThankYou({ view, send, onNew }: Props) {
  const text = useText();
  return (
    <div className="thanks elements">
      <CheckMark />
      {view.elements.length === 0 && <h2 className="label">{text("thank_you")}</h2>}
      {view.elements.map((element, at) => (
        <FlowElement key={element.id} element={element} isFirst={at === 0} send={send} busy={false} />
      ))}
      <NewFeedbackButton onNew={onNew} className="button--quiet" />
    </div>
  );
}
