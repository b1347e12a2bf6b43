import { listen, onRemoval as onWidgetRemoval } from "../basics/listeners.ts";
import {
  afterScript,
  type Globals,
  pristine,
  setAttribute,
  usePristineGlobals,
} from "../basics/pristineGlobals.ts";
import { INITIAL, setStyle } from "../layout/style.ts";
import { createShadow, frameSurface, type Surface } from "./surface.ts";

export const LAUNCHER_FRAME_ID = "psn-widget-button-frame";

/** The loader's elements on the host page. */
export interface Mount {
  /** Covers the window, ignores pointers and holds everything else. */
  _container: HTMLElement;
  /** The end of the ids of all elements. */
  _idSuffix: string;
  _launcher: Surface;
  /** Whether the host page is in a sandbox. Then every frame in it has an opaque origin and cannot be entered. */
  _sandboxed: boolean;
  /** Makes the container cover the window again, where the root element has begun to move what is fixed. */
  _fit(): void;
  remove(): void;
}

/**
 * Adds the container with the launcher's frame to the page and switches to that frame's built-in objects. Only this
 * function has to trust the host's own methods.
 *
 * The outermost element is a child of the root element instead of the body, because many applications replace the body's
 * content. It draws nothing by itself, so that a host's rule for it changes no more than its z-index.
 *
 * @param onLoss called when the host has removed the elements or some of them (docs/widget.md#removal-by-the-host).
 * @param idSuffix tells the elements of several widgets on a page apart.
 */
export function createMount(onLoss: () => void, idSuffix = "", zIndex = HIGHEST): Mount {
  const element = document.createElement("pulsen-widget");
  const container = document.createElement("div");
  const frame = document.createElement("iframe");
  element.appendChild(container).appendChild(frame);
  document.documentElement.appendChild(element);
  const sandboxed = !frame.contentDocument;
  if (sandboxed) frame.remove();
  else usePristineGlobals(frame.contentWindow as Globals);

  const launcher = sandboxed ? createShadow(container) : frameSurface(frame);
  setAttribute(launcher._element, "id", LAUNCHER_FRAME_ID + idSuffix);
  setStyle(launcher._element, "display:none;");
  const display = (value: string) => setStyle(element, `display:${value};zoom:1;`, `z-index:${zIndex};`);
  display("contents");
  // Fixed elements would be on every printed page.
  listen(window, "beforeprint", () => display("none"));
  listen(window, "afterprint", () => display("contents"));

  const isLost = sandboxed
    ? () => !launcher._element.isConnected
    : () => frame.contentWindow !== launcher._globals;
  watchRemoval(launcher, element, () => {
    if (isLost()) onLoss();
  });
  setStyle(container, INITIAL + CONTAINER);
  setAttribute(container, REACT_ARIA_MARK, "true");
  setAttribute(container, FOCUS_LOCK_MARK, "true");
  const fit = () => {
    // Then the root element contains what is fixed, because it is transformed. The top layer is above it.
    if (container.offsetParent) {
      setAttribute(container, "popover", "manual");
      pristine.HTMLElement.prototype.showPopover?.call(container);
    }
  };
  fit();
  return {
    _container: container,
    _idSuffix: idSuffix,
    _launcher: launcher,
    _sandboxed: sandboxed,
    _fit: fit,
    remove: () => pristine.Element.prototype.remove.call(element),
  };
}

/**
 * Calls back after each script by which an element may have been removed. A frame's window ends with its element, and so
 * do the observers that belong to it.
 */
function watchRemoval({ _globals: globals }: Surface, element: Node, onRemoval: () => void): void {
  if (globals) {
    listen(globals, "pagehide", () => afterScript(onRemoval));
    return;
  }
  const observer = new pristine.MutationObserver(onRemoval);
  const observe = (node: Node) => observer.observe(node, { childList: true });
  observe(document);
  observe(document.documentElement);
  observe(element);
  onWidgetRemoval(() => observer.disconnect());
}

/** What follows `INITIAL`. The safe area ends where a notch or a rounded corner would cover what is drawn. */
const CONTAINER =
  "position:fixed;z-index:inherit;pointer-events:none;" +
  "inset:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);";

/** The names by which hosts' dialogs of React Aria and of react-focus-lock know where they leave the focus. */
const REACT_ARIA_MARK = "data-react-aria-top-layer";
const FOCUS_LOCK_MARK = "data-no-focus-lock";

/** The highest z-index. Hosts may set another (docs/widget.md#launcher). */
const HIGHEST = "2147483647";
