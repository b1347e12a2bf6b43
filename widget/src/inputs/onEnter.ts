import type { KeyboardEvent } from "react";
import { isComposing } from "./isComposing";

/** Returns a handler that does something on Enter instead of submitting the form. */
export function onEnter(action: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    action();
  };
}
