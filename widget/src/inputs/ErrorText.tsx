/** The validation message of a field. Rendered even when empty: while the visitor types it is a live region (`flow/fieldSpeech.ts`). */
export function ErrorText({ id, error }: { id?: string; error: string | undefined }) {
  return (
    <p className="field__error" id={id}>
      {error && (
        <>
          <svg className="field__error-icon" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="7" />
            <path d="M8 4.5v4M8 11v.5" />
          </svg>
          <span>{error}</span>
        </>
      )}
    </p>
  );
}
