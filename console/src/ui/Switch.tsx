import { SwitchButton, SwitchField, Text } from "react-aria-components";

interface Props {
  label: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  hint?: string | undefined;
  isDisabled?: boolean;
}

/** Turns something on or off at once. */
export function Switch({ label, isSelected, onChange, hint, isDisabled = false }: Props) {
  return (
    <SwitchField className="choice" isSelected={isSelected} isDisabled={isDisabled} onChange={onChange}>
      <SwitchButton className="choice__label choice__label--switch">
        <span className="choice__text">{label}</span>
        <span className="switch">
          <span className="switch__thumb" />
        </span>
      </SwitchButton>
      {hint && (
        <Text slot="description" className="field__hint">
          {hint}
        </Text>
      )}
    </SwitchField>
  );
}
