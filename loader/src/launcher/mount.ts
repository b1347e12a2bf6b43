import { listen } from "../listeners.ts";
import { append, type Globals, pristine, setAttribute, usePristineGlobals } from "../pristineGlobals.ts";
import { setStyle } from "../style.ts";

export const LAUNCHER_FRAME_ID = "psn-widget-button-frame";

/** The loader's elements on the host page. */
export interface Mount {
  /** Covers the window, ignores pointers and holds everything else. */
  container: HTMLElement;
  launcher: Surface;
  /** Adds another surface to the container. */
  addSurface(): Surface;
  /** Whether the host page is in a sandbox. Then every frame in it has an opaque origin and cannot be entered. */
  sandboxed: boolean;
}

/** A place to draw in that the host's styles and scripts do not reach by accident. */
export interface Surface {
  /** The element that is positioned in the window: an about:blank frame, or the host of a shadow root. */
  element: HTMLElement;
  draw(content: HTMLElement, css: string): void;
}

/**
 * Adds the container with the launcher's frame to the page and switches to that frame's built-in objects. Only this
 * function has to trust the host's own methods.
 *
 * The container is a child of the root element instead of the body, because many applications replace the body's
 * content, and nothing stays fixed in a body that is transformed.
 */
export function createMount(): Mount {
  const container = document.createElement("pulsen-widget");
  const frame = document.createElement("iframe");
  container.appendChild(frame);
  document.documentElement.appendChild(container);
  const sandboxed = !frame.contentDocument;
  if (sandboxed) frame.remove();
  else usePristineGlobals(frame.contentWindow as Globals);

  const addSurface = () => (sandboxed ? createShadow(container) : createFrame(container));
  const launcher = sandboxed ? addSurface() : frameSurface(frame);
  setAttribute(launcher.element, "id", LAUNCHER_FRAME_ID);
  setStyle(launcher.element, "display:none;");
  const display = (value: string) => setStyle(container, `display:${value};${CONTAINER}`, Z_INDEX);
  display("block");
  // Fixed elements would be on every printed page.
  listen(window, "beforeprint", () => display("none"));
  listen(window, "afterprint", () => display("block"));
  return { container, launcher, addSurface, sandboxed };
}

const CONTAINER =
  "position:fixed;inset:0;margin:0;padding:0;max-width:none;opacity:1;transform:none;pointer-events:none;";

/** The highest one. Hosts may set another (docs/widget.md#launcher). */
const Z_INDEX = "z-index:2147483647;";

function createFrame(container: Node): Surface {
  const frame = pristine.document.createElement("iframe");
  append(container, frame);
  return frameSurface(frame);
}

function frameSurface(element: HTMLIFrameElement): Surface {
  const globals = element.contentWindow as Globals;
  return {
    element,
    draw(content, css) {
      const attach = () => {
        const { document } = globals;
        document.adoptedStyleSheets = globals.Array.of(createSheet(globals, css));
        document.body.appendChild(content);
      };
      attach();
      // Some browsers replace the frame's first document.
      element.onload = attach;
    },
  };
}

/** For sandboxed hosts, which have no access to any frame. */
function createShadow(container: Node): Surface {
  const element = document.createElement("div");
  const root = element.attachShadow({ mode: "closed" });
  append(container, element);
  return {
    element,
    draw(content, css) {
      root.adoptedStyleSheets = pristine.Array.of(createSheet(pristine, css));
      root.appendChild(content);
    },
  };
}

/**
 * Creates a constructed sheet, because a strict policy forbids `<style>`. It has to be of the document's own window:
 * documents reject the sheets of others.
 */
function createSheet(globals: Globals, css: string): CSSStyleSheet {
  const sheet = new globals.CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
