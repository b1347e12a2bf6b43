import { append, type Globals, pristine, setAttribute, usePristineGlobals } from "../pristineGlobals.ts";
import { setStyle } from "../style.ts";

export const LAUNCHER_FRAME_ID = "psn-widget-button-frame";

/** The loader's elements on the host page. */
export interface Mount {
  /** Covers the window, ignores pointers and holds the two frames. */
  container: HTMLElement;
  launcher: LauncherMount;
  /** Whether the host page is in a sandbox. Then every frame in it has an opaque origin and cannot be entered. */
  sandboxed: boolean;
}

/** The element that the launcher is rendered into. */
export interface LauncherMount {
  /** The element that is positioned in the window: the frame, or the host of a shadow root. */
  element: HTMLElement;
  render(content: HTMLElement, css: string): void;
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
  const globals = frame.contentDocument ? (frame.contentWindow as Globals | null) : null;
  if (globals) usePristineGlobals(globals);

  const launcher = globals ? frameMount(frame, globals) : shadowMount();
  if (!globals) {
    frame.remove();
    append(container, launcher.element);
  }
  setAttribute(launcher.element, "id", LAUNCHER_FRAME_ID);
  setStyle(container, "display:block;position:fixed;inset:0;z-index:2147483647;pointer-events:none;");
  setStyle(launcher.element, "display:none;");
  return { container, launcher, sandboxed: !globals };
}

/** Mounts the launcher in an about:blank frame, which the host's styles and scripts do not reach by accident. */
function frameMount(frame: HTMLIFrameElement, globals: Globals): LauncherMount {
  return {
    element: frame,
    render(content, css) {
      const attach = () => {
        const { document } = globals;
        document.adoptedStyleSheets = globals.Array.of(createSheet(globals, css));
        document.body.appendChild(content);
      };
      attach();
      // Some browsers replace the frame's first document.
      frame.onload = attach;
    },
  };
}

/** Mounts the launcher in a shadow root, for sandboxed hosts, which have no access to any frame. */
function shadowMount(): LauncherMount {
  const element = document.createElement("div");
  const root = element.attachShadow({ mode: "closed" });
  return {
    element,
    render(content, css) {
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
