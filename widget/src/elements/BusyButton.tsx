interface Props {
  label: string;
  busy: boolean;
  /** For a button that does something else than to submit the form. */
  onPress?: () => void;
  /** Whether it does nothing for another reason than a request under way. */
  isDisabled?: boolean;
}

/**
 * A button that shows a spinner while its request is under way. It is not disabled then, so that it keeps the keyboard
 * focus; the engine ignores presses in the meantime.
 */
export function BusyButton({ label, busy, onPress, isDisabled = false }: Props) {
  return (
    <button
      type={onPress ? "button" : "submit"}
      className={onPress ? "button button--secondary" : "button"}
      aria-busy={busy}
      aria-disabled={busy || isDisabled}
      onClick={onPress}
    >
      <bdi className="button__label">{label}</bdi>
      <span className="button__spinner" aria-hidden="true" />
    </button>
  );
}
