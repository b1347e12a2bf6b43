import { useState } from "react";
import { useText } from "../texts/TextsProvider";
import { TextArea } from "../ui/TextArea";
import type { ControlProps } from "./controlProps";

/** A list of texts, one in each line. Empty lines count only while they are typed. */
export function LinesControl({ label, hint, value, stored, isReadOnly, error, onChange }: ControlProps) {
  const text = useText();
  const [typed, setTyped] = useState(() => (Array.isArray(value) ? value.join("\n") : ""));
  const change = (changed: string) => {
    setTyped(changed);
    const lines = linesOf(changed);
    onChange(lines.length === 0 && !Array.isArray(stored) ? undefined : lines);
  };
  return (
    <TextArea
      label={label}
      hint={hint ?? text("channels_one_a_line")}
      rows={2}
      value={typed}
      isReadOnly={isReadOnly}
      error={error}
      onChange={change}
    />
  );
}

/** Returns the lines of a text that say something. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
