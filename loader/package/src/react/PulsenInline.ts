import { type CSSProperties, createElement, type ReactElement, useId } from "react";
import { type PulsenProps, usePulsen } from "./usePulsen.ts";

export interface PulsenInlineProps extends Omit<PulsenProps, "inline"> {
  /**
   * The height in pixels that is kept free until the flow is there, so that what is below does not move: that of the
   * first page.
   */
  reservedHeight?: number | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** The flow as a part of your page, in an element of this component. */
export function PulsenInline(props: PulsenInlineProps): ReactElement {
  const { reservedHeight = 420, className, style, ...rest } = props;
  // Ids of React contain characters that a selector would have to escape; in an attribute's value they are plain.
  const place = useId();
  usePulsen({ ...rest, inline: `[data-pulsen-place="${place}"]` });
  return createElement("div", {
    "data-pulsen-place": place,
    className,
    style: { minHeight: reservedHeight, ...style },
  });
}
