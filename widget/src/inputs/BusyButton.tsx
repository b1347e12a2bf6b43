import type { ReactNode } from "react";

interface Props {
  label: ReactNode;
  busy: boolean;
  onPress: () => void;
  /** Enter in a field of the page presses this button, too. */
  isDefault?: boolean;
  /** Whether it does nothing for another reason than a request under way. */
  isDisabled?: boolean;
}

/**
 * A button that shows a spinner while its request is under way. It is not disabled then, so that it keeps the keyboard
 * focus; the engine ignores presses in the meantime.
 */
export function BusyButton({ label, busy, onPress, isDefault = false, isDisabled = false }: Props) {
  return (
    <button
      type={isDefault ? "submit" : "button"}
      className={isDefault ? "button" : "button button--secondary"}
      aria-busy={busy}
      aria-disabled={busy || isDisabled}
      onClick={(event) => {
        // Instead of the form's submission, which sandboxed hosts may not allow (docs/widget.md#sandboxed-hosts).
        event.preventDefault();
        onPress();
      }}
    >
      <span className="button__label">{label}</span>
      <span className="button__spinner" aria-hidden="true" />
    </button>
  );
}
