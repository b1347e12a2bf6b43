import { listen, onRemoval } from "../basics/listeners.ts";
import { pristine } from "../basics/pristineGlobals.ts";
import { fadeStyle, INITIAL, setStyle } from "../layout/style.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import { blockHost } from "./blockHost.ts";

/**
 * Creates what is between the host page and the content frame of a modal: it dims the page and blocks it while the
 * modal is open.
 */
export function createOverlay(container: Node, frame: Node, onClick: () => void): Overlay {
  const overlay = pristine.document.createElement("div");
  let unblockHost: (() => void) | undefined;
  const unblock = () => {
    unblockHost?.();
    unblockHost = undefined;
  };
  listen(overlay, "click", onClick);
  onRemoval(unblock);
  pristine.Node.prototype.insertBefore.call(container, overlay, frame);
  return {
    _render({ _blocksHost: blocksHost }) {
      // Larger than the container, which may be smaller than the window.
      setStyle(
        overlay,
        `${INITIAL}inset:-50vh -50vw;background:rgba(15,23,42,.5);touch-action:none;${fadeStyle(blocksHost)}`,
      );
      if (blocksHost) unblockHost ??= blockHost();
      else unblock();
    },
    remove() {
      unblock();
      pristine.Element.prototype.remove.call(overlay);
    },
  };
}

export interface Overlay {
  _render(view: LifecycleView): void;
  remove(): void;
}
