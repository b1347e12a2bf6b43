import { type CSSProperties, useId } from "react";
import { useQuestionText } from "../texts/useQuestionText";
import { EvenRows } from "./EvenRows";
import { lastStep, type ScaleProps, scaleSteps, stepLabel } from "./scale";

/** A star is at most 52 pixels wide, at least 44. */
const LIMITS = { oneRow: 44, severalRows: 52 };

/** Stars, filled up to the selected one. Each holds a radio button, or two where half stars can be given. */
export function StarScale({ value, onChange, ...scale }: ScaleProps) {
  const name = useId();
  const text = useQuestionText();
  const stars = stepsByStar(scaleSteps(scale));
  const max = lastStep(scale);
  return (
    <EvenRows
      className="stars"
      count={stars.length}
      limits={LIMITS}
      minLabel={scale.minLabel}
      maxLabel={scale.maxLabel}
    >
      {stars.map((steps) => {
        const share = filledShare(steps, value);
        return (
          <span className={share === 1 ? "star star--filled" : "star"} key={steps[0]}>
            {steps.map((number, at) => (
              <input
                className="star__input"
                key={number}
                type="radio"
                name={name}
                value={number}
                checked={number === value}
                style={{ "--part": at, "--parts": steps.length } as CSSProperties}
                aria-label={stepLabel(text("rating_of", { value: number, max }), number, scale)}
                onChange={() => onChange(number)}
              />
            ))}
            <StarIcon />
            {share > 0 && share < 1 && <StarIcon isHalf />}
          </span>
        );
      })}
    </EvenRows>
  );
}

function StarIcon({ isHalf = false }) {
  return (
    <svg
      className={isHalf ? "star__icon star__icon--half" : "star__icon"}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d="m12 2.8 2.8 5.9 6.4.9-4.6 4.5 1.1 6.4-5.7-3-5.7 3 1.1-6.4L2.8 9.6l6.4-.9z" />
    </svg>
  );
}

/** Returns the steps that each star represents: those up to its number that no star before it has. */
function stepsByStar(steps: number[]): number[][] {
  const stars = new Map<number, number[]>();
  for (const step of steps) stars.set(Math.ceil(step), [...(stars.get(Math.ceil(step)) ?? []), step]);
  return [...stars.values()];
}

/** Returns how much of a star is filled, from 0 to 1. */
function filledShare(steps: number[], value: number | undefined): number {
  if (value === undefined) return 0;
  return steps.filter((step) => step <= value).length / steps.length;
}
