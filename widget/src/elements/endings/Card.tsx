import { useId } from "react";
import { ContentText } from "../../texts/ContentText";
import { useText } from "../../texts/useText";
import type { EndingProps } from "./endingProps";

/** A title, a text and a link that looks like a button (docs/flows.md#cards). It opens in a new tab. */
export function Card({ element }: EndingProps) {
  const text = useText();
  const titleId = useId();
  const [title, ...lines] = element.text.split("\n");
  return (
    <div className="next-step">
      <p className="next-step__title" id={titleId}>
        <ContentText partOf={element.text}>{title}</ContentText>
      </p>
      {lines.length > 0 && (
        <p className="next-step__text">
          <ContentText partOf={element.text}>{lines.join("\n")}</ContentText>
        </p>
      )}
      <a
        className="button button--secondary"
        href={element.url}
        target="_blank"
        rel="noopener noreferrer"
        aria-describedby={titleId}
      >
        <ContentText>{element.button}</ContentText>
        <span className="visually-hidden">{` (${text("opens_in_new_tab")})`}</span>
      </a>
    </div>
  );
}
