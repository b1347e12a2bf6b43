import type { RatingValue } from "../timeline/wire";

/** A face that frowns, looks straight or smiles. */
export function Face({ value }: { value: RatingValue }) {
  return (
    <svg className="face" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="13" />
      <path className="face__eyes" d="M11.5 12.5v1m9-1v1" />
      <path d={MOUTHS[value]} />
    </svg>
  );
}

const MOUTHS: Record<RatingValue, string> = {
  0: "M10.5 22c1.4-2 3.4-3 5.5-3s4.1 1 5.5 3",
  50: "M11 20.5h10",
  100: "M10.5 18.5c1.4 2.3 3.4 3.5 5.5 3.5s4.1-1.2 5.5-3.5",
};
