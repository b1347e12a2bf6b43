import type { ElementProps } from "./kind";

/** A text. `bdi` here and elsewhere: one that stands in from another language keeps its own direction. */
export function LabelElement({ element }: ElementProps) {
  return (
    <p className="label">
      <bdi>{element.text}</bdi>
    </p>
  );
}
