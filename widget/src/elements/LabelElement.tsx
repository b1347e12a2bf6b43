import { ContentText } from "../texts/ContentText";
import type { ElementProps } from "./elementProps";

/** A text without an input. */
export function LabelElement({ element }: ElementProps) {
  return (
    <p className="label">
      <ContentText>{element.text}</ContentText>
    </p>
  );
}
