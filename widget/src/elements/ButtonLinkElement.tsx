import { ContentText } from "../texts/ContentText";
import { useText } from "../texts/useText";
import type { ElementProps } from "./elementProps";

/** A link that looks like a button. Web pages open in a new tab, so that no answer is lost. */
export function ButtonLinkElement({ element }: ElementProps) {
  const text = useText();
  const isWebPage = /^https?:/i.test(element.url ?? "");
  return (
    <a className="button button--secondary" href={element.url} {...(isWebPage && NEW_TAB)}>
      <ContentText>{element.text}</ContentText>
      {isWebPage && <span className="visually-hidden">{` (${text("opens_in_new_tab")})`}</span>}
    </a>
  );
}

const NEW_TAB = { target: "_blank", rel: "noopener noreferrer" };
