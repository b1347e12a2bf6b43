import { percent } from "./Bars";
import { Hatch } from "./Hatch";
import { stack } from "./scale";

/** A part of a whole that has three: bad, neither, and good. */
export interface TonedPart {
  id: string;
  label: string;
  count: number;
  /** Its figures, such as “45% · 18”. */
  value: string;
  tone: "bad" | "middle" | "good";
}

interface Props {
  parts: readonly TonedPart[];
  chosen?: string | undefined;
  onChoose?: ((id: string) => void) | undefined;
}

/** One bar of parts, such as detractors, passives and promoters, with the name and the figures of each below it. */
export function StackedBar({ parts, chosen, onChoose }: Props) {
  const places = stack(parts.map(({ count }) => count));
  return (
    <div className="stacked">
      <svg className="stacked__bar chart-svg" aria-hidden="true">
        <Hatch id="stacked-bad" />
        <rect className="chart-ground" width="100%" height="100%" rx="3" />
        {parts.map(({ id, tone }, index) => {
          const { start = 0, size = 0 } = places[index] ?? {};
          const shape = { x: percent(start), width: percent(size), height: "100%" };
          return (
            <g key={id}>
              <rect className={`chart-part chart-part--${tone}`} {...shape} />
              {tone === "bad" && <rect fill="url(#stacked-bad)" {...shape} />}
            </g>
          );
        })}
      </svg>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without markers is none for Safari */}
      <ul className="stacked__legend" role="list" {...(!onChoose && { "aria-hidden": true })}>
        {parts.map((part) => (
          <li key={part.id}>
            {onChoose ? (
              <button
                type="button"
                className="stacked__part stacked__part--button"
                aria-pressed={chosen === part.id}
                onClick={() => onChoose(part.id)}
              >
                <PartContent part={part} />
              </button>
            ) : (
              <div className="stacked__part">
                <PartContent part={part} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function PartContent({ part: { label, value, tone } }: { part: TonedPart }) {
  return (
    <>
      <svg className="chart__swatch" aria-hidden="true">
        <rect className={`chart-part chart-part--${tone}`} width="100%" height="100%" rx="2" />
        {tone === "bad" && <rect fill="url(#stacked-bad)" width="100%" height="100%" />}
      </svg>
      <span>{label}</span>
      <span className="stacked__value">{value}</span>
    </>
  );
}
