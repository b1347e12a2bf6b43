import { ChevronDown } from "lucide-react";
import { useId } from "react";

interface Props<Value extends string> {
  label: string;
  isLabelHidden?: boolean;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  hint?: string | undefined;
  isDisabled?: boolean;
}

/** Chooses one of several. */
export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  value,
  options,
  onChange,
  hint,
  isDisabled = false,
}: Props<Value>) {
  const id = useId();
  return (
    <div className="field">
      <label className={isLabelHidden ? "visually-hidden" : "field__label"} htmlFor={id}>
        {label}
      </label>
      <div className="field__box">
        <select
          id={id}
          className="field__input select"
          value={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value as Value)}
          {...(hint && { "aria-describedby": `${id}-hint` })}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown className="icon select__arrow" aria-hidden />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="field__hint">
          {hint}
        </p>
      )}
    </div>
  );
}
