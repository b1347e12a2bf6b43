import type { KeyboardEvent } from "react";

/** Returns a handler that does something on Enter instead of submitting the form. */
export function onEnter(action: () => void) {
  return (event: KeyboardEvent) => {
    // Enter that confirms an input method's composition is not meant for the form.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    action();
  };
}
