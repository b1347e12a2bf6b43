import type { LoaderConfiguration } from "./configuration.ts";
import { type Bridge, createBridge, OPAQUE_ORIGIN } from "./frame/bridge.ts";
import { type ContentFrame, createContentFrame } from "./frame/contentFrame.ts";
import { contentBox, launcherBox, type Viewport } from "./frame/geometry.ts";
import { hostAddress } from "./host/address.ts";
import { labelsFor } from "./launcher/labels.ts";
import { createLauncher } from "./launcher/launcher.ts";
import type { Mount } from "./launcher/mount.ts";
import type { LifecycleEvent } from "./lifecycle/messages.ts";
import type { LifecycleView } from "./lifecycle/view.ts";
import { listen } from "./listeners.ts";
import { lowerCase } from "./pristineGlobals.ts";
import { type Edge, type Hello, type HostMessage, PROTOCOL_VERSION } from "./protocol.ts";

/** The language of the launcher if the configuration has none. */
const DEFAULT_LANGUAGE = "en";

/** The widget's part of the host page: the launcher and, once the visitor shows intent, the content frame. */
export interface WidgetUi {
  render(view: LifecycleView): void;
  createFrame(): void;
  postToFrame(message: HostMessage): void;
  focusFrame(edge: Edge): void;
  focusLauncher(): void;
}

export function createWidgetUi(
  { code, api_origin: origin, config }: LoaderConfiguration,
  { container, launcher: launcherMount, sandboxed }: Mount,
  initialView: LifecycleView,
  send: (event: LifecycleEvent) => void,
): WidgetUi {
  const language = config.default_language_code ? lowerCase(config.default_language_code) : null;
  const labels = labelsFor(language ?? DEFAULT_LANGUAGE, config.popover_text);
  const launcher = createLauncher(launcherMount, config, language ?? DEFAULT_LANGUAGE, labels, send);
  let view = initialView;
  let frame: ContentFrame | undefined;
  let bridge: Bridge | undefined;
  /** Takes the focus back from widgets without a visible launcher. */
  let focusedBefore: Element | null = null;

  // The container has the size of the visible window, without scroll bars and in any rendering mode of the host.
  const viewport = (): Viewport => ({ width: container.clientWidth, height: container.clientHeight });

  const ui: WidgetUi = {
    render(newView) {
      if (newView.open && !view.open) focusedBefore = document.activeElement;
      const returnsFocus = !newView.frameVisible && frame?.releaseFocus();
      view = newView;
      launcher.render(launcherBox(config, viewport()), view);
      frame?.render(contentBox(config, viewport(), view), view.frameVisible);
      if (returnsFocus) ui.focusLauncher();
    },
    createFrame() {
      const url = `${origin}/widget?code=${code}&frame=1`;
      const onLoad = () => send({ type: "frame_loaded" });
      frame = createContentFrame(container, url, labels.title, contentBox(config, viewport(), view), onLoad);
      const hello = () => createHello(code, language, view.open);
      bridge = createBridge(window, frame.window, sandboxed ? OPAQUE_ORIGIN : origin, hello, send);
    },
    postToFrame: (message) => bridge?.send(message),
    focusFrame(edge) {
      frame?.focus();
      bridge?.send({ type: "focus", edge });
    },
    focusLauncher() {
      frame?.releaseFocus();
      if (view.launcherVisible) launcher.focus();
      else (focusedBefore as HTMLElement | null)?.focus?.();
    },
  };

  listen(window, "resize", () => ui.render(view));
  return ui;
}

function createHello(code: string, language: string | null, open: boolean): Hello {
  const { originUrl, query } = hostAddress(window.location.href);
  return { type: "hello", version: PROTOCOL_VERSION, code, originUrl, query, language, open };
}
