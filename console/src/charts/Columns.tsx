import { percent } from "./Bars";
import { Plot } from "./Plot";
import { countScale, place } from "./scale";

/** A column of a chart. */
export interface Column {
  /** Its short name below the chart. */
  name: string;
  count: number;
  /** What it says in words. */
  value: string;
  isChosen?: boolean;
}

interface Props {
  label: string;
  columns: readonly Column[];
  formatTick: (value: number) => string;
  mostNames?: number;
  hint?: string;
  onChoose?: ((index: number) => void) | undefined;
}

/** Columns of counts from zero, such as the answers of each day, or how often each number was given. */
export function Columns({ label, columns, formatTick, mostNames = 5, hint = "", onChoose }: Props) {
  const scale = countScale(columns.map(({ count }) => count));
  const width = 1 / Math.max(1, columns.length);
  return (
    <Plot
      label={label}
      scale={scale}
      formatTick={formatTick}
      names={columns.map(({ name }) => name)}
      mostNames={mostNames}
      valueAt={(index) => columns[index]?.value ?? ""}
      hint={hint}
      onChoose={onChoose}
    >
      {(current) =>
        columns.map(({ count, isChosen }, index) => {
          const height = place(scale, count);
          const state = index === current || isChosen ? " chart-bar--current" : "";
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are their places
              key={index}
              className={`chart-bar${state}`}
              x={percent((index + 0.12) * width)}
              width={percent(0.76 * width)}
              y={percent(1 - height)}
              height={percent(height)}
            />
          );
        })
      }
    </Plot>
  );
}
