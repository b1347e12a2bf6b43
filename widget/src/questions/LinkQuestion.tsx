import { useText } from "../texts/useText";
import { PlainQuestion } from "./PlainQuestion";
import type { QuestionProps } from "./props/questionProps";

/** A link without an input. A text that is not a web address is shown as plain text. */
export function LinkQuestion(props: QuestionProps) {
  const text = useText();
  const address = props.question.text.trim();
  if (!/^https?:\/\/\S+$/i.test(address)) return <PlainQuestion {...props} />;
  return (
    <p className="link-text">
      <a href={address} target="_blank" rel="noopener noreferrer">
        <bdi>{address}</bdi>
        <span className="visually-hidden">{` (${text("opens_in_new_tab")})`}</span>
      </a>
    </p>
  );
}
