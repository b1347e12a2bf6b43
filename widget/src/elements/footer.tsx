import type { ElementProps } from "./kind";

/** Small print. */
export function FooterElement({ element }: ElementProps) {
  return (
    <p className="small-print">
      <bdi>{element.text}</bdi>
    </p>
  );
}
