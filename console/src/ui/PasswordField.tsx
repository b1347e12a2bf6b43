import { useState } from "react";
import { useText } from "../texts/TextsProvider";
import { type FieldProps, TextField } from "./TextField";

/** A password, which can be looked at. */
export function PasswordField(props: Omit<FieldProps, "type" | "children">) {
  const text = useText();
  const [isShown, setShown] = useState(false);
  return (
    <TextField {...props} type={isShown ? "text" : "password"}>
      <button type="button" className="field__toggle" onClick={() => setShown(!isShown)}>
        {text(isShown ? "hide_password" : "show_password")}
      </button>
    </TextField>
  );
}
