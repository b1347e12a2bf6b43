import { useText } from "../texts/TextsProvider";
import { TextField } from "../ui/TextField";
import type { ControlProps } from "./controlProps";

/** A color, which is typed or picked. */
export function ColorControl({ label, hint, value, stored, isReadOnly, error, onChange }: ControlProps) {
  const text = useText();
  const typed = typeof value === "string" ? value : "";
  return (
    <TextField
      label={label}
      hint={hint}
      value={typed}
      placeholder="#20B8F7"
      isReadOnly={isReadOnly}
      error={error}
      onChange={(changed) => onChange(changed === "" && stored !== "" ? undefined : changed)}
    >
      <input
        className="channels-color"
        type="color"
        aria-label={text("channels_pick_color", { field: label })}
        value={pickable(typed)}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.target.value.toUpperCase())}
      />
    </TextField>
  );
}

/** The picker knows six digits only. */
function pickable(color: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  if (short)
    return `#${short
      .slice(1)
      .flatMap((digit) => [digit, digit])
      .join("")}`.toLowerCase();
  return /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : "#20b8f7";
}
