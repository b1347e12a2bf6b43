import { useText } from "../texts/TextsProvider";
import { type FieldProps, TextField } from "./TextField";

/** A code of an authenticator app, or a recovery code. */
export function CodeField({
  withRecovery = true,
  ...props
}: Pick<FieldProps, "value" | "onChange" | "error" | "inputRef"> & { withRecovery?: boolean }) {
  const text = useText();
  return (
    <TextField
      {...props}
      label={text("code")}
      autoComplete="one-time-code"
      {...(withRecovery ? { hint: text("code_hint") } : { inputMode: "numeric" as const })}
    />
  );
}
