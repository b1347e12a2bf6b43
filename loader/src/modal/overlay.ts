import { listen } from "../listeners.ts";
import { append, pristine } from "../pristineGlobals.ts";
import { fadeStyle, INITIAL, setStyle } from "../style.ts";

/** Dims the host page behind a modal. Returns the function that shows or hides it. */
export function createOverlay(container: Node, onClick: () => void): (visible: boolean) => void {
  const overlay = pristine.document.createElement("div");
  listen(overlay, "click", onClick);
  append(container, overlay);
  return (visible) =>
    setStyle(
      overlay,
      `${INITIAL}inset:0;background:rgba(15,23,42,.5);touch-action:none;${fadeStyle(visible)}`,
    );
}
