import { edgeToLeave, focusEdge } from "./focusOrder";
import type { Host } from "./host";

/**
 * Lets the keyboard come and go between this frame and the host page: Tab over an edge, and Escape where nothing in
 * here has a use for it. While a dialog is open, both are its own.
 */
export function watchKeyboard(root: HTMLElement, host: Host): void {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const dialog = root.querySelector<HTMLDialogElement>("dialog[open]");
    if (event.key === "Escape" && !dialog) host.send({ type: "escape" });
    if (event.key !== "Tab" || event.altKey || event.ctrlKey || event.metaKey) return;

    const edge = edgeToLeave(dialog ?? root, document.activeElement, event.shiftKey);
    if (!edge) return;
    event.preventDefault();
    if (dialog) focusEdge(dialog, edge === "last" ? "first" : "last");
    else host.send({ type: "focus_leave", edge });
  });

  host.listen((message) => {
    if (message.type === "focus") onceFocused(() => focusEdge(root, message.edge));
  });
}

/**
 * The loader focuses this frame and says so, but the two come by different ways. What is focused in here before the
 * frame itself is loses the focus again when that happens.
 */
function onceFocused(act: () => void): void {
  if (document.hasFocus()) act();
  else window.addEventListener("focus", act, { once: true });
}
