import { useRef } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { TextField } from "../ui/TextField";
import type { ControlProps } from "./controlProps";
import { isDocument } from "./document";

/** A secret in digits, of which the server says only that it has it. */
export function SecretControl({ label, hint, value, stored, isReadOnly, error, onChange }: ControlProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const isStored = isDocument(value);
  // The button that was pressed is gone then.
  const change = (changed: unknown) => {
    onChange(changed);
    input.current?.focus();
  };
  const acts = isStored
    ? ([
        ["channels_secret_change", ""],
        ["channels_secret_remove", undefined],
      ] as const)
    : isDocument(stored)
      ? ([["channels_secret_keep", stored]] as const)
      : [];
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        value={isStored ? text("channels_secret_stored") : typeof value === "string" ? value : ""}
        {...(!isStored && { inputMode: "numeric" as const })}
        isReadOnly={isReadOnly || isStored}
        error={error}
        inputRef={input}
        onChange={(typed) => onChange(typed === "" ? undefined : typed)}
      />
      {!isReadOnly && acts.length > 0 && (
        <div className="channels-secret">
          {acts.map(([key, changed]) => (
            <Button key={key} kind="link" label={`${text(key)}: ${label}`} onPress={() => change(changed)}>
              {text(key)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
