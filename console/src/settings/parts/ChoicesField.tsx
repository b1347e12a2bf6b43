import { useId } from "react";
import { Checkbox } from "../../ui/Checkbox";

interface Props<Value extends string> {
  label: string;
  value: Value[];
  options: readonly { value: Value; label: string; hint?: string }[];
  onChange: (value: Value[]) => void;
  error?: string | null;
}

/** Chooses some of several things. */
export function ChoicesField<Value extends string>({
  label,
  value,
  options,
  onChange,
  error = null,
}: Props<Value>) {
  const id = useId();
  return (
    <fieldset className="settings-group" {...(error !== null && { "aria-describedby": id })}>
      <legend className="field__label">{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          hint={option.hint}
          isSelected={value.includes(option.value)}
          onChange={(isChosen) =>
            onChange(
              isChosen
                ? // In the order of the options, whichever was chosen first.
                  options
                    .map((other) => other.value)
                    .filter((other) => other === option.value || value.includes(other))
                : value.filter((other) => other !== option.value),
            )
          }
        />
      ))}
      {error !== null && (
        <p className="field__error" id={id} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
