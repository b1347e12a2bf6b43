import { ContentText } from "../../texts/ContentText";
import { useText } from "../../texts/useText";
import { ChatCard } from "./ChatCard";
import type { EndingProps } from "./endingProps";
import { NextStep } from "./NextStep";

/** A title, a text and a button (docs/flows.md#cards): a link that opens in a new tab, or else the chat. */
export function Card(props: EndingProps) {
  return props.element.url === undefined ? <ChatCard {...props} /> : <LinkCard {...props} />;
}

function LinkCard({ element }: EndingProps) {
  const text = useText();
  return (
    <NextStep text={element.text}>
      {(titleId) => (
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
      )}
    </NextStep>
  );
}
