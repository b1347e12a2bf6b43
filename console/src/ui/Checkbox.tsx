import { Check } from "lucide-react";
import { CheckboxButton, CheckboxField, Text } from "react-aria-components";

interface Props {
  label: string;
  isLabelHidden?: boolean;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  hint?: string | undefined;
  isDisabled?: boolean;
}

/** A choice among several, or one that takes effect when its form is sent. */
export function Checkbox({
  label,
  isLabelHidden = false,
  isSelected,
  onChange,
  hint,
  isDisabled = false,
}: Props) {
  return (
    <CheckboxField className="choice" isSelected={isSelected} isDisabled={isDisabled} onChange={onChange}>
      <CheckboxButton className="choice__label">
        <span className="checkbox">
          <Check className="checkbox__mark" aria-hidden />
        </span>
        <span className={isLabelHidden ? "visually-hidden" : "choice__text"}>{label}</span>
      </CheckboxButton>
      {hint && (
        <Text slot="description" className="field__hint choice__hint">
          {hint}
        </Text>
      )}
    </CheckboxField>
  );
}
