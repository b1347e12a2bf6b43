import { ContentText } from "../texts/ContentText";
import type { ElementProps } from "./elementProps";

/** A text without an input. At the top of a page it is the headline. */
export function LabelElement({ element, isFirst }: ElementProps) {
  const Part = isFirst ? "h2" : "p";
  return (
    <Part className="label">
      <ContentText>{element.text}</ContentText>
    </Part>
  );
}
