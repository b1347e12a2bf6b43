import type { CSSProperties, KeyboardEvent } from "react";
import { useText } from "../texts/useText";
import type { ControlProps } from "./Field";
import { ScaleEnds } from "./ScaleEnds";
import { type ScaleProps, stepName } from "./scaleSteps";

/** A number on a line. The thumb waits in the middle, and means nothing until it is touched. */
export function Slider({ scale, control }: { scale: ScaleProps; control: ControlProps }) {
  const text = useText();
  const { min, max, step, value, minLabel, maxLabel, onChange } = scale;
  const isUntouched = value === undefined;
  const at = value ?? (min + max) / 2;

  // Where the thumb waits is an answer too: neither a tap there nor the space bar changes the input's own value.
  const settle = (input: HTMLInputElement) => isUntouched && onChange(Number(input.value));
  const settleBySpace = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== " ") return;
    event.preventDefault();
    settle(event.currentTarget);
  };
  return (
    <div className="slider">
      <output className="slider__value" htmlFor={control.id} aria-hidden="true">
        <bdi>{value ?? "–"}</bdi>
      </output>
      <input
        {...control}
        className={isUntouched ? "slider__input slider__input--untouched" : "slider__input"}
        style={{ "--part": max > min ? (at - min) / (max - min) : 0 } as CSSProperties}
        type="range"
        min={min}
        max={max}
        step={step}
        value={at}
        aria-valuetext={isUntouched ? text("no_answer_yet") : stepName(String(value), value, scale)}
        onChange={({ target }) => onChange(Number(target.value))}
        onClick={({ currentTarget }) => settle(currentTarget)}
        onKeyDown={settleBySpace}
      />
      <ScaleEnds minLabel={minLabel ?? String(min)} maxLabel={maxLabel ?? String(max)} />
    </div>
  );
}
