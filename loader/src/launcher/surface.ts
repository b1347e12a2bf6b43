import { listen } from "../basics/listeners.ts";
import { append, type Globals, pristine } from "../basics/pristineGlobals.ts";

/** A place to draw in that the host's styles and scripts do not reach by accident. */
export interface Surface {
  /** The element that is positioned in the window: an about:blank frame, or the host of a shadow root. */
  _element: HTMLElement;
  /** The frame's window, if it is one. */
  _globals?: Globals;
  _draw(content: HTMLElement, css: string): void;
}

/** @param element a frame on the page. */
export function frameSurface(element: HTMLIFrameElement): Surface {
  const globals = element.contentWindow as Globals;
  return {
    _element: element,
    _globals: globals,
    _draw(content, css) {
      const attach = () => {
        const { document } = globals;
        document.adoptedStyleSheets = globals.Array.of(createSheet(globals, css));
        document.body.replaceChildren(content);
      };
      attach();
      // Some browsers replace the frame's first document.
      listen(element, "load", attach);
    },
  };
}

/** For the bubble, because a frame costs the host's main thread more, and for sandboxed hosts, which cannot enter frames. */
export function createShadow(container: Node): Surface {
  const element = pristine.document.createElement("div");
  const root = pristine.Element.prototype.attachShadow.call(element, { mode: "closed" });
  append(container, element);
  return {
    _element: element,
    _draw(content, css) {
      root.adoptedStyleSheets = pristine.Array.of(createSheet(window as Globals, css));
      root.replaceChildren(content);
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
