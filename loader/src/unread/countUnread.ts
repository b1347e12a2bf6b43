import { OPAQUE_ORIGIN } from "../frame/bridge.ts";
import { listen, onRemoval } from "../listeners.ts";
import type { Core } from "../parts.ts";
import { append, pristine, setAttribute } from "../pristineGlobals.ts";
import { HIDDEN, INITIAL, setStyle } from "../style.ts";
import { readUnreadReport } from "./unreadReport.ts";

/** How long the page may take to count: longer than its own request may (`widget/src/unread/`). */
const DEADLINE_MS = 10_000;

/** Longest wait for the host page to be idle. */
const IDLE_MS = 5_000;

/**
 * Counts the unread replies of this browser's chats without the content frame, once the host page has loaded and is idle
 * (docs/widget.md#unread-replies). The chat tokens are in the storage of the provider's origin, and the host's policy may
 * allow no request to it: so a small page of the provider does it, in a frame that is there only as long as that takes.
 */
export function countUnread(core: Core): void {
  const { container, sandboxed } = core;
  // In a sandbox the frame has no storage of its own.
  if (!container || sandboxed) return;
  whenIdle(() => {
    // The content frame counts by itself.
    if (core.state.frame === "none" && !core.state.ended) askFrame(core, container);
  });
}

function askFrame({ configuration, send }: Core, container: HTMLElement): void {
  const { api_origin: origin, code } = configuration;
  const frame = pristine.document.createElement("iframe");
  setAttribute(frame, "aria-hidden", "true");
  frame.tabIndex = -1;
  frame.title = "";
  frame.allow = "";
  frame.referrerPolicy = "origin";
  frame.src = `${origin}/widget/unread?code=${code}`;
  setStyle(frame, `${INITIAL}${HIDDEN}width:0;height:0;`);

  let isDone = false;
  const finish = () => {
    isDone = true;
    pristine.Element.prototype.remove.call(frame);
  };
  const { clearTimeout } = pristine;
  const deadline = pristine.setTimeout(finish, DEADLINE_MS);
  onRemoval(() => clearTimeout(deadline));
  listen<MessageEvent>(window, "message", ({ source, origin: sender, data }) => {
    if (isDone || source !== frame.contentWindow || sender !== origin || sender === OPAQUE_ORIGIN) return;
    const report = readUnreadReport(data, code);
    if (!report) return;
    clearTimeout(deadline);
    finish();
    send({ type: "unread_counted", unread: report.unread, hasChat: report.hasChat });
  });
  append(container, frame);
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
