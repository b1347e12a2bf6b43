import { append, pristine } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";
import { flushBox } from "../layout/flushBox.ts";
import { type Box, launcherBox, min, type Viewport } from "../layout/geometry.ts";
import { boxStyle, fadeStyle, SHADOW, setStyle } from "../layout/style.ts";
import { DEFAULT_MARGIN } from "../protocol/configuration.ts";
import { IDENTIFIED } from "../protocol/protocol.ts";

export const UNREAD_FRAME_ID = "psn-widget-reply-frame";

/** The width of a reply beside the launcher where the window has room for it, in pixels. */
const WIDTH = 300;

/** Adds the page that counts to the host page, invisible, but in the width in which it would be seen. */
export function createUnreadFrame(core: Core, container: HTMLElement): HTMLIFrameElement {
  const {
    _configuration: { api_base: base, code },
    state: { identity },
    language,
  } = core;
  const element = pristine.document.createElement("iframe");
  element.id = UNREAD_FRAME_ID + core._idSuffix;
  element.allow = "";
  element.referrerPolicy = "origin";
  const query = `code=${code}${language ? `&lang=${language}` : ""}`;
  element.src = `${base}/widget/unread?${query}${identity ? IDENTIFIED : ""}`;
  element.onload = () => {
    if (identity) element.contentWindow?.postMessage(identity, core._frameOrigin);
  };
  element.onpointerenter = () => core._send({ type: "intent" });
  const viewport = { width: container.clientWidth, height: container.clientHeight };
  drawUnreadFrame(element, core, viewport, 0);
  append(container, element);
  return element;
}

/** @param height that of the reply; 0: nothing is seen. */
export function drawUnreadFrame(
  element: HTMLIFrameElement,
  { _configuration: { config }, labels, state }: Core,
  viewport: Viewport,
  height: number,
): void {
  const launcher = launcherBox(config, viewport);
  const margin = config.margin ?? DEFAULT_MARGIN;
  const box = flushBox(launcher, viewport, { width: min(WIDTH, viewport.width - 2 * margin), height });
  // In a very low window it would cover the launcher.
  const isSeen = height > 0 && !overlap(box, launcher);
  // The content frame has the same name without the number.
  element.title = `${labels.title} (${state.unread})`;
  setStyle(
    element,
    `${boxStyle(box)}border-radius:${config.look?.radius ?? 12}px;box-shadow:${SHADOW};` +
      // The outline is for forced colors, which have no shadows.
      `color-scheme:${config.color_scheme ?? "light"};outline:1px solid transparent;${fadeStyle(isSeen)}`,
  );
}

function overlap(box: Box, launcher: Box): boolean {
  return box.top < launcher.top + launcher.height && box.top + box.height > launcher.top;
}
