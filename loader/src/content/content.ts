import { pristine } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";
import { type Bridge, createBridge } from "../frame/bridge.ts";
import { type ContentBox, LOW_WINDOW } from "../frame/contentBox.ts";
import { createContentFrame } from "../frame/contentFrame.ts";
import { uncoveredBox, uncoveredWindow, watchKeyboard } from "../frame/keyboard.ts";
import type { Viewport } from "../layout/geometry.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import { modalBox } from "../modal/modalBox.ts";
import { createOverlay } from "../modal/overlay.ts";
import { plainBox } from "../plain/plainBox.ts";
import type { Edge, FrameMessage, HostMessage } from "../protocol/protocol.ts";
import { createFocusReturn } from "./focusReturn.ts";
import { createHello } from "./hello.ts";

/** The content frame with what surrounds it on the host page, and the connection to it. */
export interface Content {
  /** @param viewport the size of the host's window. */
  _render(view: LifecycleView, viewport: Viewport): void;
  post(message: HostMessage): void;
  focus(edge: Edge): void;
  /** Moves the focus from the frame to the launcher, or without a visible one to where it was before the opening. */
  leaveFocus(): void;
  /** Takes the frame off the page. */
  remove(): void;
  /** Inline: scrolls the host page to a part of the frame, in pixels. */
  scrollHost?(top: number, height: number): void;
}

/**
 * Takes over the frame that the core has made.
 *
 * @param receive called with the frame's messages.
 */
export function createContent(
  core: Core,
  container: Node,
  element: HTMLIFrameElement,
  receive: (message: FrameMessage) => void,
): Content {
  const { _configuration: configuration, _frameOrigin: frameOrigin, state, _send: send } = core;
  const { config } = configuration;
  const frame = createContentFrame(element, config);
  const overlay = config.modal_mode
    ? createOverlay(container, element, () => send({ type: "close" }))
    : undefined;
  const boxOf = config.modal_mode ? modalBox : plainBox;
  const bridge: Bridge = createBridge(
    window,
    frame.window,
    frameOrigin,
    () => createHello(core),
    receive,
    core._announcement,
  );
  const focus = createFocusReturn(core, container);
  let view: LifecycleView | undefined;
  if (state.open) focus.note();

  watchKeyboard(core._render);
  const content: Content = {
    _render(newView, viewport) {
      if (newView.open && view && !view.open) focus.note();
      // A click on the overlay has taken the focus from the frame, and nothing else on the page could get it.
      const hasLostFocus = view?._blocksHost && document.activeElement === document.body;
      const returnsFocus = !newView._frameVisible && (frame._releaseFocus() || hasLostFocus);
      view = newView;
      const uncovered = view.open ? uncoveredWindow() : undefined;
      let box: ContentBox | undefined;
      if (!view._fullPage && viewport.height >= LOW_WINDOW) {
        box = boxOf(
          config,
          {
            width: viewport.width,
            height: uncovered?.height ?? viewport.height,
            rightToLeft: viewport.rightToLeft,
          },
          view,
        );
        box.top += uncovered?.top ?? 0;
      } else if (uncovered) box = uncoveredBox(uncovered, viewport);
      frame._render(box, view._frameVisible);
      overlay?._render(view);
      if (returnsFocus) focus.giveBack(newView);
    },
    post: bridge._send,
    focus(edge) {
      frame.focus();
      bridge._send({ type: "focus", edge });
    },
    remove() {
      bridge.close();
      overlay?.remove();
      pristine.Element.prototype.remove.call(element);
    },
    leaveFocus() {
      frame._releaseFocus();
      if (view?._launcherVisible) core._focusLauncher();
      else focus.giveBack(view);
    },
  };
  return content;
}
