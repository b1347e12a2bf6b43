import { type ReactNode, useId } from "react";
import { useText } from "../texts/useText";
import { describedBy, type FieldProps } from "./Field";
import { ErrorText, RequiredMark } from "./marks";

interface Props extends FieldProps {
  /** Whether only one of the choices can be selected: then the group itself can be required or invalid. */
  single: boolean;
  children: ReactNode;
}

/** Several choices under one question. */
export function FieldGroup({ label, description, required, error, single, children }: Props) {
  const id = useId();
  const text = useText();
  const radioGroup = { role: "radiogroup", "aria-required": required, "aria-invalid": error !== undefined };
  return (
    <fieldset
      className="field"
      {...(single && radioGroup)}
      aria-describedby={describedBy(id, description, error)}
    >
      <legend className="field__label">
        <bdi>{label}</bdi>
        {required && <RequiredMark />}
        {required && !single && <span className="visually-hidden"> ({text("required_mark")})</span>}
      </legend>
      {description && (
        <p className="field__description" id={`${id}-description`}>
          <bdi>{description}</bdi>
        </p>
      )}
      <div className="field__control">{children}</div>
      <ErrorText id={`${id}-error`} error={error} />
    </fieldset>
  );
}
