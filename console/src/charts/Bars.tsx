import { useText } from "../texts/TextsProvider";

/** A bar of a chart: what share of those who answered has chosen it. */
export interface Bar {
  id: string;
  label: string;
  /** From 0 to 1. */
  share: number;
  /** Its figures, such as “45% · 18”. */
  value: string;
  /** The share in the period before, from 0 to 1. */
  previous?: number | undefined;
  /** What is said of it beside its name, such as that it is no longer offered. */
  note?: string | undefined;
}

interface Props {
  bars: readonly Bar[];
  chosen?: string | undefined;
  /** Without it, bars cannot be chosen. */
  onChoose?: ((id: string) => void) | undefined;
}

/** Horizontal bars from zero to all who answered. */
export function Bars({ bars, chosen, onChoose }: Props) {
  const text = useText();
  const hasPrevious = bars.some(({ previous }) => previous !== undefined);
  return (
    <>
      {/* A list of its own without markers is none for Safari. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <ul className="bars" role="list" {...(!onChoose && { "aria-hidden": true })}>
        {bars.map((bar) => (
          <li key={bar.id}>
            {onChoose ? (
              <button
                type="button"
                className="bars__row bars__row--button"
                aria-pressed={chosen === bar.id}
                onClick={() => onChoose(bar.id)}
              >
                <BarContent bar={bar} />
              </button>
            ) : (
              <div className="bars__row">
                <BarContent bar={bar} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {hasPrevious && (
        <p className="chart__legend" aria-hidden="true">
          <svg className="chart__swatch" viewBox="0 0 16 16" aria-hidden="true">
            <path className="chart-previous" d="M8 2v12" />
          </svg>
          {text("results_previous_period")}
        </p>
      )}
    </>
  );
}

function BarContent({ bar: { label, share, value, previous, note } }: { bar: Bar }) {
  return (
    <>
      <span className="bars__label">
        <bdi>{label}</bdi>
        {note && <span className="soft small"> {note}</span>}
      </span>
      <svg className="bars__track chart-svg" aria-hidden="true">
        <rect className="chart-ground" width="100%" height="100%" rx="3" />
        <rect className="chart-bar" width={percent(share)} height="100%" rx="3" />
        {previous !== undefined && (
          <line className="chart-previous" x1={percent(previous)} x2={percent(previous)} y1="0" y2="100%" />
        )}
      </svg>
      <span className="bars__value">{value}</span>
    </>
  );
}

/** Writes a part of a whole as a length in SVG. */
export function percent(part: number): string {
  return `${Number((part * 100).toFixed(3))}%`;
}
