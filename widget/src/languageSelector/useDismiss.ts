import { type RefObject, useEffect } from "react";

/** Calls `onDismiss` when the visitor presses Escape, or clicks or focuses something outside an open element. */
export function useDismiss(
  isOpen: boolean,
  element: RefObject<HTMLElement | null>,
  onDismiss: (reason: "escape" | "outside") => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const dismissOutside = ({ target }: Event) => {
      if (!element.current?.contains(target as Node)) onDismiss("outside");
    };
    const dismissOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Marks the key press as handled, so that the frame does not also close the widget.
      event.preventDefault();
      onDismiss("escape");
    };
    document.addEventListener("pointerdown", dismissOutside);
    document.addEventListener("focusin", dismissOutside);
    document.addEventListener("keydown", dismissOnEscape);
    return () => {
      document.removeEventListener("pointerdown", dismissOutside);
      document.removeEventListener("focusin", dismissOutside);
      document.removeEventListener("keydown", dismissOnEscape);
    };
  }, [isOpen, element, onDismiss]);
}
