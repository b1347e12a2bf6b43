/** An arrow that points back; mirrored in right-to-left pages. */
export function BackIcon() {
  return (
    <svg className="back__arrow" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M13 8H3m4-4L3 8l4 4" />
    </svg>
  );
}

/** A cross, for buttons that close or remove. */
export function CloseIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="m6 6 12 12M18 6 6 18" />
    </svg>
  );
}

/** A chevron that points down, for what opens or continues below. */
export function ChevronIcon() {
  return (
    <svg className="chevron" viewBox="0 0 16 16" aria-hidden="true">
      <path d="m4 6 4 4 4-4" />
    </svg>
  );
}
