import { useId } from "react";

interface Props {
  min: number;
  max: number;
  value: number | undefined;
  minLabel?: string | undefined;
  maxLabel?: string | undefined;
  onChange: (value: number) => void;
}

/** A row of whole numbers to choose one from. It wraps where it is narrow; arrow keys are the radio buttons' own. */
export function NumberScale({ min, max, value, minLabel, maxLabel, onChange }: Props) {
  const name = useId();
  const numbers = Array.from({ length: Math.max(0, Math.floor(max - min) + 1) }, (_, at) => min + at);
  return (
    <>
      <div className="scale">
        {numbers.map((number) => (
          <label className="scale__step" key={number}>
            <input
              className="scale__input"
              type="radio"
              name={name}
              value={number}
              checked={number === value}
              aria-label={stepName(number, min, max, minLabel, maxLabel)}
              onChange={() => onChange(number)}
            />
            <span aria-hidden="true">{number}</span>
          </label>
        ))}
      </div>
      {(minLabel || maxLabel) && (
        <p className="scale__ends" aria-hidden="true">
          <bdi>{minLabel}</bdi>
          <bdi>{maxLabel}</bdi>
        </p>
      )}
    </>
  );
}

/** The ends say what they mean: to the ear the words below the row are far away. */
function stepName(number: number, min: number, max: number, minLabel?: string, maxLabel?: string): string {
  const meaning = number === min ? minLabel : number === max ? maxLabel : undefined;
  return meaning ? `${number}, ${meaning}` : String(number);
}
