import type { ElementProps } from "./elementProps";

/** Small print, such as a privacy notice. */
export function FooterElement({ element }: ElementProps) {
  return (
    <p className="small-print">
      <bdi>{element.text}</bdi>
    </p>
  );
}
