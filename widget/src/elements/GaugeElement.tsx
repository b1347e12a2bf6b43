import { useId } from "react";
import { ContentText } from "../texts/ContentText";
import { useNumber } from "../texts/useText";
import type { ElementProps } from "./elementProps";

/** A half circle. `pathLength={100}` below makes dash lengths on it percentages. */
const ARC = "M10 60a50 50 0 0 1 100 0";

/** A dial that shows a number within its range. */
export function GaugeElement({ element }: ElementProps) {
  const labelId = useId();
  const number = useNumber();
  const { value, min, max } = element.gauge ?? { value: 0, min: 0, max: 100 };
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  return (
    <div className="gauge">
      <svg viewBox="0 0 120 68" aria-hidden="true">
        <path className="gauge__track" d={ARC} />
        <path className="gauge__value" d={ARC} pathLength={100} strokeDasharray={`${share * 100} 100`} />
        <text className="gauge__number" x="60" y="58">
          {number(value)}
        </text>
      </svg>
      <meter className="visually-hidden" value={value} min={min} max={max} aria-labelledby={labelId} />
      <p className="gauge__label" id={labelId}>
        <ContentText>{element.text}</ContentText>
      </p>
    </div>
  );
}
