import { useState } from "react";
import { TextField } from "../ui/TextField";
import type { ControlProps } from "./controlProps";

interface Props extends ControlProps {
  isWhole: boolean;
}

/** A number, which shows as it is typed: `1.0` is on the way to `1.05`. */
export function NumberControl({ label, hint, value, isReadOnly, error, isWhole, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const isTyped = typed !== "" && Number(typed) === value;
  return (
    <TextField
      label={label}
      hint={hint}
      type="number"
      {...(isWhole && { inputMode: "numeric" as const })}
      value={isTyped ? typed : value === undefined ? "" : String(value)}
      isReadOnly={isReadOnly}
      error={error}
      onChange={(changed) => {
        setTyped(changed);
        onChange(changed === "" ? undefined : Number(changed));
      }}
    />
  );
}
