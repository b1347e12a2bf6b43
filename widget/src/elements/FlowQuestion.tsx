import type { AnswerInput, ElementView, QuestionElement } from "../engine/types";
import { questionKind } from "../questions/kinds";
import { useText } from "../texts/useText";
import type { ElementProps } from "./elementProps";

/** A question, rendered by the component of its style. */
export function FlowQuestion({ element, send }: ElementProps) {
  const text = useText();
  if (!isQuestion(element)) return null;
  const { questionId, style, message } = element;
  const Kind = questionKind(style);
  const onAnswer = (answer?: AnswerInput) =>
    send({ type: "answered", questionId, ...(answer && { answer }) });
  return (
    <div className="question" data-question={questionId}>
      <Kind
        question={element}
        error={message && text(message.key, message.params)}
        onAnswer={onAnswer}
        onDone={() => send({ type: "look_up", questionId })}
        onSendCode={() => send({ type: "send_code", questionId })}
        onVerifyCode={(code) => send({ type: "verify_code", questionId, code })}
      />
    </div>
  );
}

function isQuestion(element: ElementView): element is QuestionElement {
  return "questionId" in element;
}
