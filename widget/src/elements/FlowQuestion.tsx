import type { AnswerInput, ElementView, QuestionElement } from "../engine/types";
import { questionKind } from "../questions/kinds";
import { useMessageText } from "../questions/messages/messageText";
import type { ElementProps } from "./elementProps";
import { LookUp } from "./LookUp";

/** A question, rendered by the component of its style. */
export function FlowQuestion({ element, send }: ElementProps) {
  const messageText = useMessageText();
  if (!isQuestion(element)) return null;
  const { questionId, style, message, lookUp } = element;
  const Kind = questionKind(style);
  const onAnswer = (answer?: AnswerInput) =>
    send({ type: "answered", questionId, ...(answer && { answer }) });
  const question = (
    <Kind
      question={element}
      error={message && messageText(message, element)}
      onAnswer={onAnswer}
      onSendCode={() => send({ type: "send_code", questionId })}
      onVerifyCode={(code) => send({ type: "verify_code", questionId, code })}
    />
  );
  return (
    <div className="question" data-question={questionId}>
      {lookUp ? (
        <LookUp step={lookUp} onLookUp={() => send({ type: "look_up", questionId })}>
          {question}
        </LookUp>
      ) : (
        question
      )}
    </div>
  );
}

function isQuestion(element: ElementView): element is QuestionElement {
  return "questionId" in element;
}
