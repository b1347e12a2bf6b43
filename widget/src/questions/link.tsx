import { useText } from "../texts/useText";
import type { QuestionProps } from "./kind";
import { PlainQuestion } from "./plain";

/** Nothing to answer: the address of a web page, as a link. Anything else is only a text. */
export function LinkQuestion(props: QuestionProps) {
  const text = useText();
  const address = props.question.text.trim();
  if (!/^https?:\/\/\S+$/i.test(address)) return <PlainQuestion {...props} />;
  return (
    <p className="link-text">
      <a href={address} target="_blank" rel="noopener noreferrer">
        <bdi>{address}</bdi>
        <span className="visually-hidden"> ({text("opens_in_new_tab")})</span>
      </a>
    </p>
  );
}
