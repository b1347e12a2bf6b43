import { memo } from "react";
import { OtherLanguages } from "../texts/ContentText";
import { ELEMENT_COMPONENTS } from "./elementComponents";
import type { ElementProps } from "./elementProps";

interface Props extends ElementProps {
  /** The element was added after its page was first shown, for example by a trigger. */
  isLate?: boolean;
}

/** One element of a page. Memoized: `mergeUpdate` keeps the view objects of unchanged elements. */
export const FlowElement = memo(function FlowElement({ isLate = false, ...props }: Props) {
  const { id, type, otherLanguages } = props.element;
  const Component = ELEMENT_COMPONENTS[type];
  return (
    <div className={`element element--${type}${isLate ? " element--late" : ""}`} data-element={id}>
      <OtherLanguages value={otherLanguages}>
        <Component {...props} />
      </OtherLanguages>
    </div>
  );
});
