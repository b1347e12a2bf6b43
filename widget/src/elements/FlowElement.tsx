import { memo } from "react";
import { ELEMENT_KINDS, type ElementProps } from "./kind";

interface Props extends ElementProps {
  /** It has come to a page that was there already. */
  isLate?: boolean;
}

/** One element of a page. Rendered again only when it changed: `mergeUpdate` keeps the others the same. */
export const FlowElement = memo(function FlowElement({ isLate = false, ...props }: Props) {
  const { id, type } = props.element;
  const Kind = ELEMENT_KINDS[type];
  return (
    <div className={`element element--${type}${isLate ? " element--late" : ""}`} data-element={id}>
      <Kind {...props} />
    </div>
  );
});
