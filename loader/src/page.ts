import { isAddressEnabled } from "./access.ts";
import type { Baked } from "./configuration.ts";
import { type Bridge, createBridge, OPAQUE_ORIGIN } from "./frame/bridge.ts";
import { type ContentFrame, createContentFrame } from "./frame/contentFrame.ts";
import { type ContentBox, contentBox, launcherBox, type Viewport } from "./frame/geometry.ts";
import { hostAddress, watchAddress } from "./host/address.ts";
import type { Ground } from "./launcher/ground.ts";
import { labelsFor } from "./launcher/labels.ts";
import { createLauncher } from "./launcher/launcher.ts";
import type { LifecycleView } from "./lifecycle/lifecycle.ts";
import type { LifecycleEvent } from "./lifecycle/messages.ts";
import { type Edge, type Hello, type HostMessage, PROTOCOL_VERSION } from "./protocol.ts";
import { clean, listen, lowerCase } from "./realm.ts";

/** The language of a widget that names none (specification, section 9). */
const DEFAULT_LANGUAGE = "en";

/** What the widget has on the host's page: the launcher and, from the visitor's approach on, the frame. */
export interface Page {
  /** Shows the present state. A frame that goes gives its focus back. */
  show(view: LifecycleView): void;
  createFrame(): void;
  tellFrame(message: HostMessage): void;
  focusFrame(edge: Edge): void;
  focusLauncher(): void;
}

/** Draws the launcher and turns all that happens on the page into events. */
export function createPage(
  { code, api_origin: origin, config }: Baked,
  { container, launcher: launcherGround, sandboxed }: Ground,
  first: LifecycleView,
  send: (event: LifecycleEvent) => void,
): Page {
  const language = config.default_language_code ? lowerCase(config.default_language_code) : null;
  const labels = labelsFor(language ?? DEFAULT_LANGUAGE, config.popover_text);
  const launcher = createLauncher(launcherGround, config, language ?? DEFAULT_LANGUAGE, labels, {
    approach: () => send({ type: "approach" }),
    press: (keyboard) => send({ type: "toggle", keyboard }),
    escape: () => send({ type: "close" }),
  });
  let shown = first;
  let frame: ContentFrame | undefined;
  let bridge: Bridge | undefined;
  /** What had the focus before the widget opened, for widgets without a launcher to go back to. */
  let focusedBefore: Element | null = null;

  // The container is as large as the window, whatever scroll bars and quirks the host has.
  const viewport = (): Viewport => ({ width: container.clientWidth, height: container.clientHeight });
  const box = (): ContentBox => contentBox(config, viewport(), shown);

  const hello = (): Hello => {
    const { originUrl, query } = hostAddress(window.location.href);
    return {
      type: "hello",
      version: PROTOCOL_VERSION,
      code,
      originUrl,
      query,
      language,
      open: shown.open,
      limits: box().limits,
    };
  };

  const page: Page = {
    show(view) {
      if (view.open && !shown.open) focusedBefore = document.activeElement;
      const returnsFocus = !view.content && frame?.releaseFocus();
      shown = view;
      launcher.show(launcherBox(config, viewport()), view);
      frame?.place(box(), view.content);
      if (returnsFocus) page.focusLauncher();
    },
    createFrame() {
      const address = `${origin}/widget?code=${code}&frame=1`;
      const loaded = () => send({ type: "frame_loaded" });
      frame = createContentFrame(container, address, labels.title, box(), loaded);
      bridge = createBridge(window, frame.window, sandboxed ? OPAQUE_ORIGIN : origin, hello, send);
    },
    tellFrame: (message) => bridge?.send(message),
    focusFrame(edge) {
      frame?.focus();
      bridge?.send({ type: "focus", edge });
    },
    focusLauncher() {
      frame?.releaseFocus();
      if (shown.launcher) launcher.focus();
      else (focusedBefore as HTMLElement | null)?.focus?.();
    },
  };

  listen(window, "resize", () => {
    page.show(shown);
    bridge?.send({ type: "limits", limits: box().limits });
  });
  listen<SecurityPolicyViolationEvent>(document, "securitypolicyviolation", (event) => {
    const ours = clean.String.prototype.startsWith.call(event.blockedURI, origin);
    if (ours && event.effectiveDirective === "frame-src" && event.disposition === "enforce") {
      send({ type: "frame_refused" });
    }
  });
  if (config.enabled_urls?.length) {
    watchAddress(window, () => {
      const addressEnabled = isAddressEnabled(window.location.href, config.enabled_urls);
      send({ type: "address", addressEnabled });
    });
  }
  return page;
}
