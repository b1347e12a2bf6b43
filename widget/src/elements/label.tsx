import type { ElementProps } from "./kind";

/** A text. */
export function LabelElement({ element }: ElementProps) {
  return <p className="label">{element.text}</p>;
}
