import { listen } from "../basics/listeners.ts";
import { append, pristine } from "../basics/pristineGlobals.ts";
import type { Content } from "../content/content.ts";
import { createHello } from "../content/hello.ts";
import type { Core } from "../core/parts.ts";
import { createBridge } from "../frame/bridge.ts";
import { createFrameElement } from "../frame/frameElement.ts";
import { frameSurface } from "../frame/frameSurface.ts";
import { max, min } from "../layout/geometry.ts";
import { fadeStyle, INITIAL, setStyle } from "../layout/style.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import type { FrameMessage } from "../protocol/protocol.ts";

export const INLINE_FRAME_ID = "psn-widget-inline-frame";

/** Sizes in pixels (docs/constants.md#sizes): until the content has been measured, and of a chat, which scrolls by itself. */
const FIRST_HEIGHT = 420;
const CHAT_HEIGHT = 600;
const MIN_CHAT_HEIGHT = 320;

/** What stays free above and below what the host page scrolls to. */
const SCROLL_MARGIN = 24;

/**
 * Loads the content frame in the place: as wide as that, and as high as its content.
 *
 * @param container the widget's element in the place.
 * @param receive called with the frame's messages.
 */
export function createInlineContent(
  core: Core,
  container: HTMLElement,
  receive: (message: FrameMessage) => void,
): Content {
  const { _configuration: configuration, _frameOrigin: frameOrigin, _script: script, _send: send } = core;
  const { api_base: base, code, config } = configuration;
  const frame = createFrameElement(
    container,
    INLINE_FRAME_ID,
    `${base}/widget?code=${code}&frame=1`,
    core.labels.title,
    config.reply_sound ? "autoplay" : "",
  );
  listen(frame, "load", () => send({ type: "frame_loaded" }));
  const header = script?.hasAttribute("data-psn-header") ?? false;
  const bridge = createBridge(
    window,
    // Not null, because the frame is on the page.
    frame.contentWindow as Window,
    frameOrigin,
    () => createHello(core, { header }),
    (message) => {
      // From a frame that has gone with its place.
      if (frame.isConnected) receive(message);
    },
  );
  const first = container.parentElement?.clientHeight || FIRST_HEIGHT;
  return {
    _render: (view) => setStyle(frame, frameStyle(view, first, config)),
    post: bridge._send,
    focus() {},
    leaveFocus() {},
    remove() {
      bridge.close();
      pristine.Element.prototype.remove.call(frame);
    },
    scrollHost: (top, height) => scrollTo(container, top, height),
  };
}

function frameStyle(
  view: LifecycleView,
  first: number,
  { radius = 0, color_scheme: scheme }: WidgetConfiguration,
): string {
  if (!view.open) return "display:none;";
  // A frame that is not drawn reports that it has no height.
  const height = view._fullHeight ? chatHeight() : view._contentHeight || first;
  // Not before it has been measured: what the page has reserved for it is no motion.
  const motion = view._contentHeight ? "height " : "";
  return (
    `${INITIAL}position:static;width:100%;height:${height}px;border:0;border-radius:${radius}px;` +
    frameSurface(scheme) +
    fadeStyle(view._frameVisible, (duration) => (motion ? `${motion}${duration},` : ""))
  );
}

function chatHeight(): number {
  return max(MIN_CHAT_HEIGHT, min(CHAT_HEIGHT, window.innerHeight - 2 * SCROLL_MARGIN));
}

/**
 * Scrolls whatever holds the place, so that a part of the frame is in view. By an element there: the page may scroll in any
 * of the place's ancestors.
 */
function scrollTo(container: HTMLElement, top: number, height: number): void {
  const part = pristine.document.createElement("div");
  setStyle(
    part,
    `${INITIAL}top:${top}px;left:0;width:1px;height:${height}px;visibility:hidden;pointer-events:none;scroll-margin:${SCROLL_MARGIN}px;`,
  );
  append(container, part);
  const isReduced = pristine.matchMedia("(prefers-reduced-motion:reduce)").matches;
  pristine.Element.prototype.scrollIntoView.call(part, {
    block: "nearest",
    behavior: isReduced ? "auto" : "smooth",
  });
  pristine.Element.prototype.remove.call(part);
}
