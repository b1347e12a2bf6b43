import { listen, onRemoval } from "../basics/listeners.ts";
import { append, pristine, setAttribute } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";
import { OPAQUE_ORIGIN } from "../frame/bridge.ts";
import { HIDDEN, INITIAL, setStyle } from "../layout/style.ts";
import { IDENTIFIED } from "../protocol/protocol.ts";
import { readUnreadReport } from "./unreadReport.ts";

/** How long the page may take to count: longer than its own request may (`widget/src/unread/`). */
const DEADLINE_MS = 10_000;

/** Longest wait for the host page to be idle. */
const IDLE_MS = 5_000;

/** The channel by which the tabs of the host tell one another that the number has changed (docs/constants.md#storage-names). */
const CHANNEL = "pulsen-unread";

/**
 * Counts the unread replies of the visitor's chats without the content frame (docs/widget.md#unread-replies). The chat tokens are
 * in the storage of the provider's origin, and the host's policy may allow no request to it: so a small page of the provider does
 * it, in a frame that is there only as long as that takes.
 */
export interface UnreadCounter {
  /** Begins to learn of other tabs, until the widget is removed. */
  begin(): void;
  /** Counts once the host page has loaded and is idle, if it is looked at. */
  count(): void;
  /** Drops what is being counted: it is another visitor's. */
  stop(): void;
  /** Tells the other tabs that the number has changed. */
  tellOthers(): void;
}

export function createUnreadCounter(core: Core): UnreadCounter {
  const { _configuration: configuration, state, _send: send } = core;
  const { api_base: base, code } = configuration;
  let frame: HTMLIFrameElement | undefined;
  let channel: BroadcastChannel | undefined;
  let isWaiting = false;

  function finish() {
    if (frame) pristine.Element.prototype.remove.call(frame);
    frame = undefined;
  }
  function ask() {
    const { _container: container, _sandboxed: sandboxed } = core;
    // In a sandbox the frame has no storage of its own. The content frame counts by itself.
    if (!container || sandboxed || state.frame !== "none" || state._ended || !state.consent) return;
    // It is counted when the page is looked at.
    if (document.hidden) return;
    finish();
    const asked = createFrame();
    frame = asked;
    const deadline = pristine.setTimeout(() => {
      if (frame === asked) finish();
    }, DEADLINE_MS);
    const { clearTimeout } = pristine;
    onRemoval(() => clearTimeout(deadline));
    append(container, asked);
  }
  function createFrame(): HTMLIFrameElement {
    const { identity } = state;
    const element = pristine.document.createElement("iframe");
    setAttribute(element, "aria-hidden", "true");
    element.tabIndex = -1;
    element.title = "";
    element.allow = "";
    element.referrerPolicy = "origin";
    element.src = `${base}/widget/unread?code=${code}${identity ? IDENTIFIED : ""}`;
    element.onload = () => {
      if (identity) element.contentWindow?.postMessage(identity, core._frameOrigin);
    };
    setStyle(element, `${INITIAL}${HIDDEN}width:0;height:0;`);
    return element;
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
  return {
    begin() {
      isWaiting = false;
      listen<MessageEvent>(window, "message", ({ source, origin, data }) => {
        if (source !== frame?.contentWindow || origin !== core._frameOrigin || origin === OPAQUE_ORIGIN)
          return;
        const report = readUnreadReport(data, code);
        if (!report) return;
        finish();
        send({ type: "unread_counted", unread: report.unread, hasChat: report.hasChat });
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
    stop() {
      isWaiting = false;
      finish();
    },
    tellOthers() {
      // One that was only counted may have been counted in all of them.
      if (state.frame === "ready") channel?.postMessage(code);
    },
  };
}

/** Calls back once the page has loaded and the browser has nothing better to do, unless the widget is removed before. */
function whenIdle(callback: () => void): void {
  let isRemoved = false;
  onRemoval(() => {
    isRemoved = true;
  });
  const run = () => {
    if (!isRemoved) callback();
  };
  const wait = () => {
    // Not in every browser.
    const { requestIdleCallback } = pristine as Partial<Window>;
    if (requestIdleCallback) requestIdleCallback.call(pristine, run, { timeout: IDLE_MS });
    else pristine.setTimeout(run, 1);
  };
  if (document.readyState === "complete") wait();
  else listen(window, "load", wait);
}
