import { memo } from "react";
import { ELEMENT_KINDS, type ElementProps } from "./kind";

/** One element of a page. Rendered again only when it changed: `mergeUpdate` keeps the others the same. */
export const FlowElement = memo(function FlowElement(props: ElementProps) {
  const { id, type } = props.element;
  const Kind = ELEMENT_KINDS[type];
  return (
    <div className={`element element--${type}`} data-element={id}>
      <Kind {...props} />
    </div>
  );
});
