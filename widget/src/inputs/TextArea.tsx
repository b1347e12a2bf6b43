import { directionOfTyped, type TextInputProps } from "./TextInput";

/** Several lines of text; grows with what is typed. */
export function TextArea({
  onChange,
  maxLength,
  ...area
}: TextInputProps & { maxLength?: number | undefined }) {
  return (
    <>
      <textarea
        dir={directionOfTyped(area.value)}
        rows={3}
        {...area}
        className="text-input text-input--area"
        onChange={({ target }) => onChange(target.value)}
      />
      {maxLength !== undefined && (
        // Counted as the engine counts: characters, not halves of emoji. Only told, not enforced: cutting off
        // what somebody pastes loses it without a word.
        <p className="text-input__count" aria-hidden="true">
          <bdi dir="ltr">
            {[...area.value.trim()].length} / {maxLength}
          </bdi>
        </p>
      )}
    </>
  );
}
