import { useRef, useState } from "react";
import { presentEnding } from "../../run/ending";
import { ContentText } from "../../texts/ContentText";
import { copyElement } from "./copyElement";
import type { EndingProps } from "./endingProps";
import { useEndingText } from "./texts/catalog";

/** What a preview shows, which sends nothing. */
const EXAMPLE = "0000-0000";

/** The number by which staff find the feedback (docs/flows.md#reference-numbers). */
export function Reference({ element }: EndingProps) {
  const text = useEndingText();
  const number = useRef<HTMLSpanElement>(null);
  const [isCopied, setCopied] = useState(false);
  const reference = presentEnding()?.reference ?? EXAMPLE;
  return (
    <div className="reference">
      <p className="reference__label">
        {element.text ? <ContentText>{element.text}</ContentText> : text("reference")}
      </p>
      <p className="reference__number" dir="ltr" translate="no">
        <span ref={number} className="reference__digits" aria-hidden="true">
          {reference}
        </span>
        <span className="visually-hidden">{spelled(reference)}</span>
      </p>
      <button
        type="button"
        className="text-button"
        onClick={() => setCopied(number.current !== null && copyElement(number.current))}
      >
        {text("copy")}
      </button>
      <p className="reference__copied" role="status">
        {isCopied && text("copied")}
      </p>
    </div>
  );
}

/** Separates the digits, so that they are not read as a word or as a large number, with a pause between the groups. */
function spelled(reference: string): string {
  return reference
    .split("-")
    .map((group) => [...group].join(" "))
    .join(", ");
}
