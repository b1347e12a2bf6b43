import type { LoaderConfiguration } from "./configuration.ts";
import { type Bridge, createBridge, OPAQUE_ORIGIN } from "./frame/bridge.ts";
import { type ContentFrame, createContentFrame } from "./frame/contentFrame.ts";
import { hostAddress } from "./host/address.ts";
import { labelsFor } from "./launcher/labels.ts";
import type { Mount } from "./launcher/mount.ts";
import type { LifecycleEvent } from "./lifecycle/messages.ts";
import type { LifecycleView } from "./lifecycle/view.ts";
import { listen } from "./listeners.ts";
import { createModalForm } from "./modal/modalForm.ts";
import { createPlainForm } from "./plain/plainForm.ts";
import { lowerCase } from "./pristineGlobals.ts";
import { type Edge, type Hello, type HostMessage, PROTOCOL_VERSION } from "./protocol.ts";

/** Whether this build of the loader is the one for widgets in the modal form. Only one form is in each build. */
declare const __PSN_MODAL__: boolean;

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
  mount: Mount,
  initialView: LifecycleView,
  send: (event: LifecycleEvent) => void,
): WidgetUi {
  const { container } = mount;
  const language = config.default_language_code ? lowerCase(config.default_language_code) : null;
  const labels = labelsFor(language ?? DEFAULT_LANGUAGE);
  const options = { mount, configuration: config, language: language ?? DEFAULT_LANGUAGE, labels, send };
  const form = __PSN_MODAL__ ? createModalForm(options) : createPlainForm(options);
  let view = initialView;
  let frame: ContentFrame | undefined;
  let bridge: Bridge | undefined;
  /** Takes the focus back from widgets without a visible launcher. */
  let focusedBefore: Element | null = null;

  const render = () => {
    // The container has the size of the visible window, without scroll bars and in any rendering mode of the host.
    const viewport = { width: container.clientWidth, height: container.clientHeight };
    form.render(view, viewport);
    frame?.render(view.fullPage ? undefined : form.contentBox(viewport, view), view.frameVisible);
  };
  listen(window, "resize", render);
  // Without a size while it is printed.
  listen(window, "afterprint", render);

  const ui: WidgetUi = {
    render(newView) {
      if (newView.open && !view.open) focusedBefore = document.activeElement;
      const returnsFocus = !newView.frameVisible && frame?.releaseFocus();
      view = newView;
      render();
      if (returnsFocus) ui.focusLauncher();
    },
    createFrame() {
      const url = `${origin}/widget?code=${code}&frame=1`;
      frame = createContentFrame(container, url, labels.title, config.radius ?? 0, () =>
        send({ type: "frame_loaded" }),
      );
      render();
      const hello = () => createHello(code, language, view.open);
      bridge = createBridge(window, frame.window, mount.sandboxed ? OPAQUE_ORIGIN : origin, hello, send);
    },
    postToFrame: (message) => bridge?.send(message),
    focusFrame(edge) {
      frame?.focus();
      bridge?.send({ type: "focus", edge });
    },
    focusLauncher() {
      frame?.releaseFocus();
      if (view.launcherVisible) form.focus();
      else (focusedBefore as HTMLElement | null)?.focus?.();
    },
  };
  return ui;
}

function createHello(code: string, language: string | null, open: boolean): Hello {
  const { originUrl, query } = hostAddress(window.location.href);
  return { type: "hello", version: PROTOCOL_VERSION, code, originUrl, query, language, open };
}
