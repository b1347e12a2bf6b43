import { useId } from "react";
import { ScaleEnds } from "./ScaleEnds";
import { type ScaleProps, scaleSteps, stepLabel } from "./scale";

/** A row of radio buttons that look like numbered buttons; it wraps when narrow. */
export function NumberScale({ value, onChange, ...scale }: ScaleProps) {
  const name = useId();
  return (
    <>
      <div className="scale">
        {scaleSteps(scale).map((number) => (
          <label className="scale__step" key={number}>
            <input
              className="scale__input"
              type="radio"
              name={name}
              value={number}
              checked={number === value}
              aria-label={stepLabel(String(number), number, scale)}
              onChange={() => onChange(number)}
            />
            <bdi aria-hidden="true">{number}</bdi>
          </label>
        ))}
      </div>
      <ScaleEnds {...scale} />
    </>
  );
}
