import { isComposing } from "../inputs/isComposing";
import { edgeToLeave, focusContent, focusEdge } from "./focusOrder";
import type { LoaderConnection } from "./loaderConnection";

/**
 * Moves the keyboard focus between this frame and the host page: with Tab past the first or last focusable element, and
 * with Escape if nothing in the frame handles it. An open dialog keeps both for itself.
 */
export function watchKeyboard(root: HTMLElement, loader: LoaderConnection): void {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isComposing(event)) return;
    const dialog = root.querySelector<HTMLDialogElement>("dialog[open]");
    if (event.key === "Escape" && !dialog) loader.send({ type: "escape" });
    if (event.key !== "Tab" || event.altKey || event.ctrlKey || event.metaKey) return;

    const edge = edgeToLeave(dialog ?? root, document.activeElement, event.shiftKey);
    if (!edge) return;
    event.preventDefault();
    if (dialog) focusEdge(dialog, edge === "last" ? "first" : "last");
    else loader.send({ type: "focus_leave", edge });
  });

  /** Whether the focus comes with the opening. */
  let isOpening = false;
  loader.listen((message) => {
    if (message.type === "visibility") isOpening = message.open;
    if (message.type !== "focus") return;
    const focus = isOpening ? () => focusContent(root) : () => focusEdge(root, message.edge);
    isOpening = false;
    onceFocused(focus);
  });
  root.addEventListener("focusin", () => {
    isOpening = false;
  });
}

/**
 * Runs `action` once this frame has the focus. The loader's message may arrive before its focus change, which would
 * take the focus away again from an element that was focused earlier.
 */
function onceFocused(action: () => void): void {
  if (document.hasFocus()) action();
  else window.addEventListener("focus", action, { once: true });
}
