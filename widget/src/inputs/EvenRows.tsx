import { type CSSProperties, type ReactNode, useRef } from "react";
import { ContentText } from "../texts/ContentText";
import { evenColumns, type RowLimits } from "./evenColumns";
import { ScaleEnds } from "./ScaleEnds";
import { useElementWidth } from "./useElementWidth";

interface Props {
  /** The class of the grid, which gets `--columns`. */
  className: string;
  /** The number of children. */
  count: number;
  limits: RowLimits;
  minLabel?: string | undefined;
  maxLabel?: string | undefined;
  children: ReactNode;
}

/**
 * The steps of a scale in one row, or in as few rows of the same length as they need. The labels of the ends stay at their
 * ends: below a single row, else before the first and after the last step.
 */
export function EvenRows({ className, count, limits, minLabel, maxLabel, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const columns = evenColumns(count, useElementWidth(box), limits);
  const isOneRow = columns >= count;
  return (
    <div ref={box}>
      <div className="even-rows">
        <div className={className} style={{ "--columns": columns } as CSSProperties}>
          {!isOneRow && minLabel && (
            <span className="scale__end scale__end--first" aria-hidden="true">
              <ContentText>{minLabel}</ContentText>
            </span>
          )}
          {children}
          {!isOneRow && maxLabel && (
            <span
              className="scale__end"
              style={{ gridColumnEnd: `span ${count % columns || columns}` }}
              aria-hidden="true"
            >
              <ContentText>{maxLabel}</ContentText>
            </span>
          )}
        </div>
        {isOneRow && <ScaleEnds minLabel={minLabel} maxLabel={maxLabel} />}
      </div>
    </div>
  );
}
