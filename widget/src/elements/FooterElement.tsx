import { ContentText } from "../texts/ContentText";
import type { ElementProps } from "./elementProps";

/** Small print, such as a privacy notice. */
export function FooterElement({ element }: ElementProps) {
  return (
    <p className="small-print">
      <ContentText>{element.text}</ContentText>
    </p>
  );
}
