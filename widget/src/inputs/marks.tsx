/** The sign beside a required question's label. Assistive technology hears it from the control itself. */
export function RequiredMark() {
  return (
    <span className="field__required" aria-hidden="true">
      *
    </span>
  );
}

/** What is wrong with an answer. Always on the page: only what changes in a live region is announced. */
export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p className="field__error" id={id} aria-live="polite">
      {error && (
        <>
          <svg className="field__error-sign" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="7" />
            <path d="M8 4.5v4M8 11v.5" />
          </svg>
          {error}
        </>
      )}
    </p>
  );
}
