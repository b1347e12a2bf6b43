import { useId } from "react";
import { useNumber } from "../texts/useText";
import { EvenRows } from "./EvenRows";
import { type ScaleProps, scaleSteps, stepLabel } from "./scale";

/** Eleven steps fit into the widget's frame. A single step is never narrower than the smallest target, 24 pixels. */
const LIMITS = { oneRow: 27, severalRows: 44, hasLetters: true };

/** Radio buttons that look like numbered buttons, in even rows. */
export function NumberScale({ value, onChange, ...scale }: ScaleProps) {
  const name = useId();
  const format = useNumber();
  const steps = scaleSteps(scale);
  return (
    <EvenRows
      className="scale"
      count={steps.length}
      limits={LIMITS}
      minLabel={scale.minLabel}
      maxLabel={scale.maxLabel}
    >
      {steps.map((number) => (
        <label className="scale__step" key={number}>
          <input
            className="scale__input"
            type="radio"
            name={name}
            value={number}
            checked={number === value}
            aria-label={stepLabel(format(number), number, scale)}
            onChange={() => onChange(number)}
          />
          <bdi aria-hidden="true">{format(number)}</bdi>
        </label>
      ))}
    </EvenRows>
  );
}
