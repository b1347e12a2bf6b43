import { percent } from "./Bars";
import { Plot } from "./Plot";
import { connections, place, type Scale } from "./scale";

/** A line of a trend. */
export interface TrendSeries {
  id: string;
  label: string;
  /** For each place; `null` where there is nothing, which leaves a gap. */
  values: readonly (number | null)[];
}

/** Lines that can be told apart: by their colors, and by their dashes. */
export const MOST_LINES = 5;

interface Props {
  label: string;
  series: readonly TrendSeries[];
  scale: Scale;
  formatTick: (value: number) => string;
  names: readonly string[];
  valueAt: (index: number) => string;
  hint?: string;
}

/** Lines over time. What is missing is left out, and never guessed from its neighbors. */
export function TrendLines({ label, series, scale, formatTick, names, valueAt, hint = "" }: Props) {
  return (
    <>
      <Plot label={label} scale={scale} formatTick={formatTick} names={names} valueAt={valueAt} hint={hint}>
        {(current) => (
          <>
            {current !== null && <Cursor x={centerOf(current, names.length)} />}
            {series.slice(0, MOST_LINES).map(({ id, values }, line) => (
              <Line key={id} line={line} values={values} scale={scale} current={current} />
            ))}
          </>
        )}
      </Plot>
      {series.length > 1 && (
        <ul className="trend__legend" aria-hidden="true">
          {series.slice(0, MOST_LINES).map(({ id, label }, line) => (
            <li key={id} className="chart__legend">
              <svg className="chart__swatch chart__swatch--line" aria-hidden="true">
                <line className={`chart-line chart-line--${line}`} x1="0" x2="100%" y1="50%" y2="50%" />
              </svg>
              <bdi>{label}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Cursor({ x }: { x: string }) {
  return <line className="chart-cursor" x1={x} x2={x} y1="0" y2="100%" />;
}

interface LineProps {
  line: number;
  values: readonly (number | null)[];
  scale: Scale;
  current: number | null;
}

/** Few enough places that each has a point. Of more, only those have one that no line reaches. */
const MOST_POINTS = 40;

function Line({ line, values, scale, current }: LineProps) {
  const at = (index: number) => ({
    x: centerOf(index, values.length),
    y: percent(1 - place(scale, values[index] ?? scale.from)),
  });
  const isAlone = (index: number) => values[index - 1] == null && values[index + 1] == null;
  return (
    <g>
      {connections(values).map(([from, to]) => (
        <line
          key={to}
          className={`chart-line chart-line--${line}`}
          x1={at(from).x}
          y1={at(from).y}
          x2={at(to).x}
          y2={at(to).y}
        />
      ))}
      {values.map(
        (value, index) =>
          value !== null &&
          (values.length <= MOST_POINTS || index === current || isAlone(index)) && (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: points are their places
              key={index}
              className={`chart-point chart-point--${line}`}
              cx={at(index).x}
              cy={at(index).y}
              r={index === current ? 5 : 3}
            />
          ),
      )}
    </g>
  );
}

function centerOf(index: number, places: number): string {
  return percent((index + 0.5) / places);
}
