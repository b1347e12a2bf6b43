/**
 * A submit button that shows a spinner while its request is under way. It is not disabled then, so that it keeps the
 * keyboard focus; the engine ignores presses in the meantime.
 */
export function BusyButton({ label, busy }: { label: string; busy: boolean }) {
  return (
    <button type="submit" className="button" aria-busy={busy} aria-disabled={busy}>
      <bdi className="button__label">{label}</bdi>
      <span className="button__spinner" aria-hidden="true" />
    </button>
  );
}
