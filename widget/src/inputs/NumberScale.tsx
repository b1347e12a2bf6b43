import { useId } from "react";
import { ScaleEnds } from "./ScaleEnds";
import { type ScaleProps, scaleSteps, stepName } from "./scaleSteps";

/** A row of numbers to choose one from. It wraps where it is narrow; arrow keys are the radio buttons' own. */
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
              aria-label={stepName(String(number), number, scale)}
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
