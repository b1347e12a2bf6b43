import { useId } from "react";
import { useQuestionText } from "../texts/useQuestionText";
import { TextInput } from "./TextInput";

interface Name {
  name: string;
  surname: string;
}

interface Props {
  value: Name;
  /** Whether one part at least is needed. */
  isRequired: boolean;
  isInvalid: boolean;
  onChange: (value: Name) => void;
}

/** Given name and family name, side by side if there is room. */
export function NameFields({ value, isRequired, isInvalid, onChange }: Props) {
  const id = useId();
  const text = useQuestionText();
  return (
    <div className="name-fields">
      {PARTS.map(({ part, label, autoComplete, isOptional }) => (
        <div key={part}>
          <label className="name-fields__label" htmlFor={`${id}-${part}`}>
            {isRequired && isOptional ? `${text(label)} (${text("optional")})` : text(label)}
          </label>
          <TextInput
            id={`${id}-${part}`}
            // The surrounding group has the description and the error; screen readers read them on entering it.
            aria-describedby={undefined}
            aria-invalid={isInvalid && !(isOptional && value[part] === "")}
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
  { part: "name", label: "given_name", autoComplete: "given-name", isOptional: false },
  { part: "surname", label: "family_name", autoComplete: "family-name", isOptional: true },
] as const;
