import type { ElementProps } from "./elementProps";

/**
 * A text without an input. `bdi`, here and in the other elements: a text that falls back to another language keeps
 * that language's direction.
 */
export function LabelElement({ element }: ElementProps) {
  return (
    <p className="label">
      <bdi>{element.text}</bdi>
    </p>
  );
}
