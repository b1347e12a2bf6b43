/** A cloud with an arrow into it: add a file. */
export function AddIcon() {
  return (
    <svg className="picker__icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M7 18.5a4.5 4.5 0 0 1-.6-8.96 5.75 5.75 0 0 1 11.2-.02A4.5 4.5 0 0 1 17 18.5M12 20v-8m-3 3 3-3 3 3" />
    </svg>
  );
}

export function CameraIcon() {
  return (
    <svg className="picker__button-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Z" />
      <circle cx="12" cy="13" r="3.5" />
    </svg>
  );
}

export function ScreenIcon() {
  return (
    <svg className="picker__button-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Zm4 16h8m-4-4v4" />
    </svg>
  );
}

export function DocumentIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M14 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V7Zm0 0v4h4M9 12h6m-6 4h6" />
    </svg>
  );
}

export function CheckIcon() {
  return (
    <svg className="file__check" viewBox="0 0 16 16" aria-hidden="true">
      <path d="m3.5 8.5 3 3 6-7" />
    </svg>
  );
}

/** An arrow that goes round: try again. */
export function RetryIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4M20 4.5v4.9h-4.9" />
    </svg>
  );
}
