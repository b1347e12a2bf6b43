import { useId } from "react";
import { useText } from "../texts/useText";
import { TextInput } from "./TextInput";

interface Name {
  name: string;
  surname: string;
}

interface Props {
  value: Name;
  invalid: boolean;
  onChange: (value: Name) => void;
}

/** The two parts of a name, beside each other where there is room. */
export function NameFields({ value, invalid, onChange }: Props) {
  const id = useId();
  const text = useText();
  return (
    <div className="name-fields">
      {PARTS.map(({ part, label, autoComplete }) => (
        <div key={part}>
          <label className="name-fields__label" htmlFor={`${id}-${part}`}>
            {text(label)}
          </label>
          <TextInput
            id={`${id}-${part}`}
            // The group's description and error are the group's: heard on the way into it.
            aria-describedby={undefined}
            aria-invalid={invalid}
            aria-required={false}
            autoComplete={autoComplete}
            value={value[part]}
            onChange={(text) => onChange({ ...value, [part]: text })}
          />
        </div>
      ))}
    </div>
  );
}

const PARTS = [
  { part: "name", label: "given_name", autoComplete: "given-name" },
  { part: "surname", label: "family_name", autoComplete: "family-name" },
] as const;
