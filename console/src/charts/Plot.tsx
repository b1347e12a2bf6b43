import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { percent } from "./Bars";
import { labelPlaces, place, type Scale } from "./scale";

interface Props {
  /** What the values are, such as the question. */
  label: string;
  scale: Scale;
  formatTick: (value: number) => string;
  /** A short name for each place along the plot, such as a day. */
  names: readonly string[];
  /** How many names have room below a narrow plot. */
  mostNames?: number;
  /** What is at a place, in words. */
  valueAt: (index: number) => string;
  /** What is said while no place is looked at. */
  hint?: string;
  /** Without it, places cannot be chosen. */
  onChoose?: ((index: number) => void) | undefined;
  /** Draws the values; the place that is looked at is marked. */
  children: (current: number | null) => ReactNode;
}

/**
 * The axes around values along a line of places, with a cursor: the pointer or the arrow keys move it, and what is at its place is said
 * above the plot. In languages from right to left all of it is mirrored.
 */
export function Plot(props: Props) {
  const { label, scale, formatTick, names, mostNames = 5, valueAt, hint = "", onChoose, children } = props;
  const [current, setCurrent] = useState<number | null>(null);
  const last = names.length - 1;
  const shown = current !== null && current <= last ? current : null;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextPlace(event, shown, last);
    if (next !== undefined) setCurrent(next);
    else if (event.key === "Enter" && shown !== null && onChoose) onChoose(shown);
    else return;
    event.preventDefault();
  };
  return (
    <div className="plot">
      <p className="plot__value" aria-hidden="true">
        {shown === null ? <span className="soft">{hint}</span> : valueAt(shown)}
      </p>
      <div className="plot__y" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} className="plot__tick" style={{ insetBlockEnd: percent(place(scale, tick)) }}>
            {formatTick(tick)}
          </span>
        ))}
      </div>
      <div
        className={`plot__area${onChoose ? " plot__area--choice" : ""}`}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={shown ?? 0}
        aria-valuetext={names.length === 0 ? "" : valueAt(shown ?? 0)}
        onKeyDown={onKeyDown}
        onFocus={() => setCurrent((current) => current ?? (last >= 0 ? 0 : null))}
        onBlur={() => setCurrent(null)}
        onPointerMove={(event) => setCurrent(pointedPlace(event, names.length))}
        onPointerLeave={() => setCurrent(null)}
        onClick={(event) => {
          const place = pointedPlace(event, names.length);
          if (place !== null) onChoose?.(place);
        }}
      >
        <svg className="plot__svg chart-svg" aria-hidden="true">
          {scale.ticks.map((tick) => (
            <line
              key={tick}
              className={`chart-grid${tick === 0 ? " chart-grid--zero" : ""}`}
              x1="0"
              x2="100%"
              y1={percent(1 - place(scale, tick))}
              y2={percent(1 - place(scale, tick))}
            />
          ))}
          {children(shown)}
        </svg>
      </div>
      <div className="plot__x" aria-hidden="true">
        {labelPlaces(names.length, mostNames).map((index) => (
          <span
            key={index}
            className="plot__name"
            style={{ insetInlineStart: percent((index + 0.5) / names.length) }}
          >
            {names[index]}
          </span>
        ))}
      </div>
    </div>
  );
}

function nextPlace(event: KeyboardEvent<HTMLElement>, current: number | null, last: number) {
  const forward = isMirrored(event.currentTarget) ? "ArrowLeft" : "ArrowRight";
  const back = isMirrored(event.currentTarget) ? "ArrowRight" : "ArrowLeft";
  switch (event.key) {
    case forward:
    case "ArrowUp":
      return Math.min(last, (current ?? -1) + 1);
    case back:
    case "ArrowDown":
      return Math.max(0, (current ?? 1) - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

function pointedPlace(event: PointerEvent<HTMLElement> | React.MouseEvent<HTMLElement>, places: number) {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  if (places === 0 || width === 0) return null;
  const part = (event.clientX - left) / width;
  const along = isMirrored(event.currentTarget) ? 1 - part : part;
  return Math.min(places - 1, Math.max(0, Math.floor(along * places)));
}

function isMirrored(element: Element): boolean {
  return getComputedStyle(element).direction === "rtl";
}
