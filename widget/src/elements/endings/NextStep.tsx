import { type ReactNode, useId } from "react";
import { ContentText } from "../../texts/ContentText";

interface Props {
  /** The title in the first line, the text in the others. */
  text: string;
  /** Returns link or button, which the title describes. */
  children(titleId: string): ReactNode;
}

/** The frame of a card: a title, a text, and what to do next. */
export function NextStep({ text, children }: Props) {
  const titleId = useId();
  const [title, ...lines] = text.split("\n");
  return (
    <div className="next-step">
      <p className="next-step__title" id={titleId}>
        <ContentText partOf={text}>{title}</ContentText>
      </p>
      {lines.length > 0 && (
        <p className="next-step__text">
          <ContentText partOf={text}>{lines.join("\n")}</ContentText>
        </p>
      )}
      {children(titleId)}
    </div>
  );
}
