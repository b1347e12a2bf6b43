import { useLayoutEffect, useRef } from "react";
import { TextCount } from "./TextCount";
import { type TextInputProps, typedDirection } from "./TextInput";

/** A text area that grows with its content. */
export function TextArea({
  onChange,
  maxLength,
  ...area
}: TextInputProps & { maxLength?: number | undefined }) {
  const input = useRef<HTMLTextAreaElement>(null);
  useMeasuredHeight(input, area.value);
  return (
    <>
      <textarea
        ref={input}
        dir={typedDirection(area.value)}
        rows={3}
        {...area}
        className="text-input text-input--area"
        onChange={({ target }) => onChange(target.value)}
      />
      {maxLength !== undefined && <TextCount value={area.value} maxLength={maxLength} />}
    </>
  );
}

/** Sets the height to that of the text, where the browser does not know `field-sizing`. The style sheet has the limits. */
function useMeasuredHeight(input: { current: HTMLTextAreaElement | null }, value: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height.
  useLayoutEffect(() => {
    const area = input.current;
    if (!area || CSS.supports("field-sizing", "content")) return;
    area.style.blockSize = "auto";
    area.style.blockSize = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  }, [input, value]);
}
