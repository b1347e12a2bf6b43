import { useId } from "react";
import { useText } from "../texts/useText";
import { ScaleEnds } from "./ScaleEnds";
import { lastStep, type ScaleProps, scaleSteps, stepLabel } from "./scale";

/** A row of radio buttons that look like stars; all stars up to the selected one are filled. */
export function StarScale({ value, onChange, ...scale }: ScaleProps) {
  const name = useId();
  const text = useText();
  return (
    <div className="star-scale">
      <div className="stars">
        {scaleSteps(scale).map((number) => (
          <label
            className={value !== undefined && number <= value ? "star star--filled" : "star"}
            key={number}
          >
            <input
              className="star__input"
              type="radio"
              name={name}
              value={number}
              checked={number === value}
              aria-label={stepLabel(
                text("rating_of", { value: number, max: lastStep(scale) }),
                number,
                scale,
              )}
              onChange={() => onChange(number)}
            />
            <svg className="star__icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d="m12 2.8 2.8 5.9 6.4.9-4.6 4.5 1.1 6.4-5.7-3-5.7 3 1.1-6.4L2.8 9.6l6.4-.9z" />
            </svg>
          </label>
        ))}
      </div>
      <ScaleEnds {...scale} />
    </div>
  );
}
