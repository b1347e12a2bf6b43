import { type ReactNode, useId } from "react";
import { ContentText } from "../texts/ContentText";
import { useText } from "../texts/useText";
import { ClearAnswer } from "./ClearAnswer";
import { ErrorText } from "./ErrorText";
import { describedBy, type FieldProps } from "./Field";
import { RequiredMark } from "./RequiredMark";

interface Props extends FieldProps {
  /** Only one control can be selected. ARIA allows only such a group (`radiogroup`) to be required or invalid. */
  single: boolean;
  children: ReactNode;
}

/** Several controls that answer one question together. */
export function FieldGroup({ label, description, required, error, onClear, single, children }: Props) {
  const id = useId();
  const text = useText();
  const radioGroup = { role: "radiogroup", "aria-required": required, "aria-invalid": error !== undefined };
  return (
    <fieldset
      className="field"
      {...(single && radioGroup)}
      aria-describedby={describedBy(id, description, error)}
    >
      <legend>
        <h2 className="field__label">
          <ContentText>{label}</ContentText>
          {required && <RequiredMark />}
          {required && !single && <span className="visually-hidden">{` (${text("required_mark")})`}</span>}
        </h2>
      </legend>
      {description && (
        <p className="field__description" id={`${id}-description`}>
          <ContentText>{description}</ContentText>
        </p>
      )}
      <div className="field__control">{children}</div>
      {onClear && <ClearAnswer label={label} onClear={onClear} />}
      <ErrorText id={`${id}-error`} error={error} />
    </fieldset>
  );
}
