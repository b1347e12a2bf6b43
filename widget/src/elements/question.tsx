import type { AnswerInput, ElementView, QuestionElement } from "../engine/types";
import { kindOf } from "../questions/kind";
import { useText } from "../texts/useText";
import type { ElementProps } from "./kind";

/** A question, asked as its style says. */
export function QuestionElementBox({ element, send }: ElementProps) {
  const text = useText();
  if (!isQuestion(element)) return null;
  const { questionId, style, message } = element;
  const Kind = kindOf(style);
  const answer = (answer?: AnswerInput) => send({ type: "answered", questionId, ...(answer && { answer }) });
  return (
    <div className="question" data-question={questionId}>
      <Kind
        question={element}
        error={message && text(message.key, message.params)}
        onAnswer={answer}
        onDone={() => send({ type: "look_up", questionId })}
      />
    </div>
  );
}

function isQuestion(element: ElementView): element is QuestionElement {
  return "questionId" in element;
}
