import { listen, onRemoval } from "../basics/listeners.ts";
import { pristine } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";
import { OPAQUE_ORIGIN } from "../frame/bridge.ts";
import type { Viewport } from "../layout/geometry.ts";
import { getView, type LifecycleView } from "../lifecycle/view.ts";
import {
  UNREAD_ACT,
  type UnreadAct,
  type UnreadPageMessage,
  type UnreadReport,
} from "../protocol/protocol.ts";
import { createUnreadFrame, drawUnreadFrame } from "./unreadFrame.ts";
import { readUnreadMessage } from "./unreadMessage.ts";
import { whenIdle } from "./whenIdle.ts";

/** How long the page may take to count: longer than its own request may (`widget/src/unread/`). */
const DEADLINE_MS = 10_000;

/** The channel by which the tabs of the host tell one another that the number has changed (docs/constants.md#storage-names). */
const CHANNEL = "pulsen-unread";

/**
 * Counts the unread replies of the visitor's chats without the content frame, and shows the newest one beside the launcher
 * (docs/widget.md#unread-replies). The chat tokens are in the storage of the provider's origin, and the host's policy may allow no
 * request to it: so a small page of the provider does it, in a frame. That stays only if it shows a reply, of which neither the
 * loader nor the host learns more than the height.
 */
export interface UnreadCounter {
  /** Begins to learn of other tabs, until the widget is removed. */
  begin(): void;
  /** Counts once the host page has loaded and is idle, if it is looked at. */
  count(): void;
  /** Drops what is being counted or shown: it is another visitor's. */
  stop(): void;
  /** Tells the other tabs that the number has changed. */
  tellOthers(): void;
  /** Shows the newest reply while the widget is closed. @param viewport the size of the host's window. */
  _render(view: LifecycleView, viewport: Viewport): void;
}

export function createUnreadCounter(core: Core): UnreadCounter {
  const { _configuration: configuration, state, _send: send } = core;
  const { code, config } = configuration;
  let frame: HTMLIFrameElement | undefined;
  /** Of the reply that the frame shows; 0 while it only counts, or has nothing to show. */
  let height = 0;
  /** The number of replies to which what is shown belongs; 0 while none is to be shown. */
  let shown = 0;
  let language: string | null;
  let channel: BroadcastChannel | undefined;
  let isWaiting = false;

  function finish() {
    if (frame) pristine.Element.prototype.remove.call(frame);
    frame = undefined;
    height = 0;
  }
  function stop() {
    isWaiting = false;
    finish();
  }
  function post(message: UnreadPageMessage) {
    frame?.contentWindow?.postMessage(message, core._frameOrigin);
  }
  function ask() {
    const { _container: container, _sandboxed: sandboxed } = core;
    // In a sandbox the frame has no storage of its own.
    if (!container || sandboxed || state._ended || !state.consent) return;
    // The content frame counts by itself.
    if (state.frame !== "none" && !shown) return;
    // It is counted when the page is looked at.
    if (document.hidden) return;
    if (height) {
      post({ type: "count" });
      return;
    }
    finish();
    const asked = createUnreadFrame(core, container);
    frame = asked;
    language = core.language;
    const deadline = pristine.setTimeout(() => {
      if (frame === asked && !height) finish();
    }, DEADLINE_MS);
    const { clearTimeout } = pristine;
    onRemoval(() => clearTimeout(deadline));
  }
  function count() {
    if (isWaiting) return;
    isWaiting = true;
    whenIdle(() => {
      if (!isWaiting) return;
      isWaiting = false;
      ask();
    });
  }
  /** Returns how many replies the newest of which is to be shown. */
  function wanted({ _launcherVisible: launcherVisible, open }: LifecycleView, unread: number): number {
    // The side tab has nothing beside it.
    return launcherVisible && !open && !config.modal_mode ? unread : 0;
  }
  function take(report: UnreadReport) {
    height = wanted(getView(state), report.unread ?? state.unread) && (report.height ?? 0);
    if (!height) finish();
    // The content frame's own number may be another one by now.
    if (state.frame === "none") shown = wanted(getView(state), report.unread ?? state.unread);
    send({ type: "unread_counted", unread: report.unread, hasChat: report.hasChat });
    if (height) post({ type: "shown" });
  }
  function act({ opens, keyboard }: UnreadAct) {
    if (opens) {
      core._give({ type: "open_chat" });
      send({ type: "open", _keyboard: keyboard });
    } else {
      finish();
      if (keyboard) core._focusLauncher();
    }
  }
  return {
    begin() {
      isWaiting = false;
      shown = 0;
      listen<MessageEvent>(window, "message", ({ source, origin, data }) => {
        if (
          !frame ||
          source !== frame.contentWindow ||
          origin !== core._frameOrigin ||
          origin === OPAQUE_ORIGIN
        )
          return;
        const message = readUnreadMessage(data, code);
        if (message?.type === UNREAD_ACT) act(message);
        else if (message) take(message);
      });
      try {
        channel = new pristine.BroadcastChannel(CHANNEL);
        channel.onmessage = ({ data }) => {
          if (data === code) count();
        };
      } catch {}
      onRemoval(() => {
        finish();
        channel?.close();
        channel = undefined;
      });
    },
    count,
    stop,
    tellOthers() {
      // One that was only counted may have been counted in all of them.
      if (state.frame === "ready") channel?.postMessage(code);
    },
    _render(view, viewport) {
      const now = wanted(view, view.unread);
      if (now !== shown) {
        shown = now;
        if (now) count();
        else stop();
      }
      if (!frame || !height) return;
      drawUnreadFrame(frame, core, viewport, height);
      // Its texts are in another language.
      if (language !== core.language) {
        finish();
        count();
      }
    },
  };
}
