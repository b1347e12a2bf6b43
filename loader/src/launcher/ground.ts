import { append, clean, type Realm, setAttribute, useRealm } from "../realm.ts";
import { setStyle } from "../style.ts";

export const LAUNCHER_FRAME_ID = "psn-widget-button-frame";

/** Where everything of the loader is on the host's page. */
export interface Ground {
  /** As large as the window; takes no pointer and holds the two frames. */
  container: HTMLElement;
  launcher: LauncherGround;
  /** The host is in a sandbox, and so is every frame in it: their origins have no names. */
  sandboxed: boolean;
}

/** Where the launcher is drawn. */
export interface LauncherGround {
  /** What has a place in the window: the frame. */
  element: HTMLElement;
  /** Puts something on it, with a style sheet of its own. */
  draw(content: HTMLElement, sheet: string): void;
}

/**
 * Puts the container with the launcher's frame on the page, and enters that frame's realm: this is the only
 * place that has to trust the host's own methods.
 *
 * The container belongs to the document's root and not to its body: many applications replace the body's content,
 * and a body may be transformed, so that nothing in it stays fixed.
 */
export function createGround(): Ground {
  const container = document.createElement("pulsen-widget");
  const frame = document.createElement("iframe");
  container.appendChild(frame);
  document.documentElement.appendChild(container);
  const realm = frame.contentDocument ? (frame.contentWindow as Realm | null) : null;
  if (realm) useRealm(realm);

  const launcher = realm ? frameGround(frame, realm) : shadowGround();
  if (!realm) {
    frame.remove();
    append(container, launcher.element);
  }
  setAttribute(launcher.element, "id", LAUNCHER_FRAME_ID);
  setStyle(container, "display:block;position:fixed;inset:0;z-index:2147483647;pointer-events:none;");
  setStyle(launcher.element, "display:none;");
  return { container, launcher, sandboxed: !realm };
}

/** The about:blank frame: no rule and no script of the host reaches into it by accident. */
function frameGround(frame: HTMLIFrameElement, realm: Realm): LauncherGround {
  return {
    element: frame,
    draw(content, sheet) {
      const paint = () => {
        // A sheet of this very frame: the host's class is refused here, and `<style>` by strict hosts.
        const { document } = realm;
        document.adoptedStyleSheets = realm.Array.of(makeSheet(realm, sheet));
        document.body.appendChild(content);
      };
      paint();
      // Some browsers give the frame its real document later.
      frame.onload = paint;
    },
  };
}

/** A host in a sandbox of its own may not look into any frame: a shadow root keeps its rules out at least. */
function shadowGround(): LauncherGround {
  const element = document.createElement("div");
  const root = element.attachShadow({ mode: "closed" });
  return {
    element,
    draw(content, sheet) {
      root.adoptedStyleSheets = clean.Array.of(makeSheet(clean, sheet));
      root.appendChild(content);
    },
  };
}

function makeSheet(realm: Realm, text: string): CSSStyleSheet {
  const sheet = new realm.CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}
