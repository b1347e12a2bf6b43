import { type TextInputProps, typedDirection } from "./TextInput";

/** A text area that grows with its content. */
export function TextArea({
  onChange,
  maxLength,
  ...area
}: TextInputProps & { maxLength?: number | undefined }) {
  return (
    <>
      <textarea
        dir={typedDirection(area.value)}
        rows={3}
        {...area}
        className="text-input text-input--area"
        onChange={({ target }) => onChange(target.value)}
      />
      {maxLength !== undefined && (
        // Counts code points, as the engine does. Not enforced with `maxlength`, which silently cuts off pasted text.
        <p className="text-input__count" aria-hidden="true">
          <bdi dir="ltr">
            {[...area.value.trim()].length} / {maxLength}
          </bdi>
        </p>
      )}
    </>
  );
}
