/**
 * A button that leads on. While it is busy it keeps its size and its place in the order of the keyboard: what
 * is pressed meanwhile is the engine's to ignore.
 */
export function BusyButton({ label, busy }: { label: string; busy: boolean }) {
  return (
    <button type="submit" className="button" aria-busy={busy} aria-disabled={busy}>
      <bdi className="button__label">{label}</bdi>
      <span className="button__spinner" aria-hidden="true" />
    </button>
  );
}
