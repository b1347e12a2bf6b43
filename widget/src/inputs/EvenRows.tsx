import { type CSSProperties, type ReactNode, use, useRef } from "react";
import { ContentText } from "../texts/ContentText";
import { evenColumns, lastRow, type RowLimits } from "./evenColumns";
import { RowsClassContext } from "./rowsClass";
import { ScaleEnds } from "./ScaleEnds";
import { useElementWidth } from "./useElementWidth";

interface Props {
  /** The class of the grid, which gets `--columns`, and `--last-row`: the number of steps in the last row. */
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
  const width = useElementWidth(box);
  const columns = evenColumns(count, width, limits, width && lettersSize());
  const rowsClass = use(RowsClassContext)?.(count, limits);
  return (
    <div ref={box} className={rowsClass}>
      <div className={columns < count ? "even-rows even-rows--several" : "even-rows"}>
        <div
          className={className}
          style={{ "--columns": columns, "--last-row": lastRow(count, columns) } as CSSProperties}
        >
          {minLabel && <RowsEnd className="scale__end scale__end--first">{minLabel}</RowsEnd>}
          {children}
          {maxLabel && <RowsEnd className="scale__end">{maxLabel}</RowsEnd>}
        </div>
        <ScaleEnds minLabel={minLabel} maxLabel={maxLabel} />
      </div>
    </div>
  );
}

/** Returns how many times larger than usual the visitor's letters are. */
function lettersSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

function RowsEnd({ className, children }: { className: string; children: string }) {
  return (
    <span className={className} aria-hidden="true">
      <ContentText>{children}</ContentText>
    </span>
  );
}
