/** The sign of the way back; it points the other way where the page is read from right to left. */
export function BackSign() {
  return (
    <svg className="back__arrow" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M13 8H3m4-4L3 8l4 4" />
    </svg>
  );
}

/** The sign of what closes something. */
export function CloseSign() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="m6 6 12 12M18 6 6 18" />
    </svg>
  );
}
