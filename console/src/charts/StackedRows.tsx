import { percent } from "./Bars";
import { stack } from "./scale";

/** A row of a matrix. */
export interface StackedRow {
  id: string;
  label: string;
  /** How often each part was chosen, in the order of their names. */
  counts: readonly number[];
  /** How many of those who answered have chosen each part: with several choices, more than all together. */
  shares: readonly number[];
  /** Its number of answers in words. */
  value: string;
}

interface Props {
  parts: readonly string[];
  rows: readonly StackedRow[];
  formatShare: (share: number) => string;
}

/** Above this share of a row its figure has room. */
const ROOM = 0.1;

/** A bar for each row of a matrix, all of the same length, in parts from light to dark. */
export function StackedRows({ parts, rows, formatShare }: Props) {
  return (
    <div className="stacked-rows" aria-hidden="true">
      <ul className="stacked-rows__legend">
        {parts.map((part, index) => (
          // Options may have the same text.
          // biome-ignore lint/suspicious/noArrayIndexKey: their order stays
          <li key={index} className="chart__legend">
            <svg className="chart__swatch" aria-hidden="true">
              <rect className="chart-step" style={fillOf(index, parts.length)} width="100%" height="100%" />
            </svg>
            <bdi>{part}</bdi>
          </li>
        ))}
      </ul>
      <ul className="stacked-rows__rows">
        {rows.map((row) => (
          <li key={row.id} className="stacked-rows__row">
            <bdi className="stacked-rows__label">{row.label}</bdi>
            <div className="stacked-rows__bar">
              <Segments counts={row.counts} shares={row.shares} formatShare={formatShare} parts={parts} />
            </div>
            <span className="stacked-rows__value soft small">{row.value}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type SegmentsProps = Pick<StackedRow, "counts" | "shares"> & Omit<Props, "rows">;

function Segments({ counts, shares, parts, formatShare }: SegmentsProps) {
  const places = stack(counts);
  const shareOf = (index: number) => formatShare(shares[index] ?? 0);
  return (
    <>
      <svg className="stacked-rows__svg chart-svg" aria-hidden="true">
        {places.map(({ start, size }, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts stays
            key={index}
            className="chart-step"
            style={fillOf(index, counts.length)}
            x={percent(start)}
            width={percent(size)}
            height="100%"
          >
            <title>{`${parts[index] ?? ""}: ${shareOf(index)}`}</title>
          </rect>
        ))}
      </svg>
      {places.map(
        ({ start, size }, index) =>
          size >= ROOM && (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts stays
              key={index}
              className={`stacked-rows__share${depth(index, counts.length) > 0.7 ? " stacked-rows__share--deep" : ""}`}
              style={{ insetInlineStart: percent(start), inlineSize: percent(size) }}
            >
              {shareOf(index)}
            </span>
          ),
      )}
    </>
  );
}

/** How dark a part is, from 0 for the first to 1 for the last. */
function depth(index: number, parts: number): number {
  return parts > 1 ? index / (parts - 1) : 0;
}

function fillOf(index: number, parts: number) {
  const deep = Math.round(depth(index, parts) * 100);
  return { fill: `color-mix(in oklab, var(--chart-deep) ${deep}%, var(--chart-pale))` };
}
