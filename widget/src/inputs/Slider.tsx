import type { CSSProperties, KeyboardEvent } from "react";
import { useQuestionText } from "../texts/useQuestionText";
import { useNumber } from "../texts/useText";
import type { ControlProps } from "./Field";
import { ScaleEnds } from "./ScaleEnds";
import { type ScaleProps, stepLabel } from "./scale";

/** A slider. Until it is used, its thumb stands in the middle and there is no answer. */
export function Slider({ scale, control }: { scale: ScaleProps; control: ControlProps }) {
  const text = useQuestionText();
  const number = useNumber();
  const { min, max, step, value, minLabel, maxLabel, onChange } = scale;
  const isUntouched = value === undefined;
  const position = value ?? (min + max) / 2;

  // A tap on the resting thumb, or the space bar, takes its position as the answer. Neither fires a change event.
  const acceptPosition = (input: HTMLInputElement) => isUntouched && onChange(Number(input.value));
  const acceptOnSpace = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== " ") return;
    event.preventDefault();
    acceptPosition(event.currentTarget);
  };
  return (
    <div className="slider">
      <output className="slider__value" htmlFor={control.id} aria-hidden="true">
        <bdi>{isUntouched ? "–" : number(value)}</bdi>
      </output>
      <input
        {...control}
        className={isUntouched ? "slider__input slider__input--untouched" : "slider__input"}
        style={{ "--filled": max > min ? (position - min) / (max - min) : 0 } as CSSProperties}
        type="range"
        min={min}
        max={max}
        step={step}
        value={position}
        aria-valuetext={isUntouched ? text("no_answer_yet") : stepLabel(number(value), value, scale)}
        onChange={({ target }) => onChange(Number(target.value))}
        onClick={({ currentTarget }) => acceptPosition(currentTarget)}
        onKeyDown={acceptOnSpace}
      />
      <ScaleEnds minLabel={minLabel ?? number(min)} maxLabel={maxLabel ?? number(max)} />
    </div>
  );
}
