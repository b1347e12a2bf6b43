/**
 * The messages between the loader (on the host page) and the content frame (on the provider's origin). See
 * docs/widget.md#protocol.
 *
 * 1. The frame's page announces itself as soon as its script runs: `parent.postMessage(ANNOUNCEMENT, "*")`. It does
 *    not know the host's origin yet, and the text holds no secret.
 * 2. The loader checks that the announcement comes from its own frame and from the provider's exact origin, creates a
 *    `MessageChannel` and posts one `Hello` to that origin, with the frame's end of the channel in `ports[0]`. The
 *    frame accepts a hello only if `event.source === parent`.
 * 3. The frame sends `ready` through the port as soon as it has something to show, even if that is only its own
 *    spinner. It must not wait for an animation frame before that, because hidden frames have none. If `ready` does
 *    not come in time, the loader reports it on the console and removes the widget from the page.
 * 4. From then on both sides send messages through the port. Each is a plain object with a `type`; the receiver
 *    ignores types that it does not know. A frame that reloads starts again at step 1 and gets a new channel.
 *
 * This module has hardly more than types and constants, so that importing it costs the frame next to nothing.
 */

import type { FlowAnalyticsEvent } from "../analytics/events.ts";

/**
 * Increased when a message changes its meaning. During a deployment, and on pages that are open for days, loader and frame
 * are of different versions. Each says its own; both then speak the lower one. They connect unless that is below what
 * either of them still speaks. Messages that are new need no new version: types that a side does not know are ignored, and
 * the frame names those that it knows (`FRAME_FEATURES`).
 */
export const PROTOCOL_VERSION = 1;

/** The lowest version that is still spoken. */
export const LEAST_VERSION = 1;

/** Returns whether the other side's version can be spoken with. */
export function isSpoken(version: unknown): boolean {
  return typeof version === "number" && version >= LEAST_VERSION;
}

/**
 * The announcement. It is a string because many host pages pass every message that they receive to `JSON.parse`, and
 * the loader compares it as a whole.
 */
export const ANNOUNCEMENT = `{"type":"PULSEN_FRAME","version":${PROTOCOL_VERSION}}`;

/** What this version of the frame can do beyond the first one, in its `ready`. */
export const FRAME_FEATURES = "prefill language erase open_chat reset";

/** The pixels that the loader adds to the content's height for the frame's header and footer. */
export const HEADER_AND_FOOTER_HEIGHT = 110;

/** The loader's first message, and the only one outside the channel. */
export interface Hello {
  type: "hello";
  version: number;
  /** The widget's code. */
  code: string;
  /** The host page's origin, path, tracking pairs and campaign parameters; the feedback's `origin_url`. */
  originUrl: string;
  /** The parameters of the host page's query that concern feedback, as `a=b&c=d` (`loader/src/host/address.ts`). */
  query: string;
  /** The widget's language code in lower case; `null` if the configuration has none. */
  language: string | null;
  /** Whether the widget is open, so that a frame that loads or reloads need not wait for `visibility`. */
  open: boolean;
  /** The frame is a part of the host's page (docs/widget.md#inline-form); absent: it is above the page. */
  inline?: InlineOptions | undefined;
  /** What the frame looks like beside what its record says. */
  look?: Look | undefined;
  /** Who the visitor is, as far as the host has said it by then: the frame shows nothing of others. The message follows. */
  identity?: IdentifyMessage | undefined;
  /** What an earlier `feedback_given` said, where the frame's own storage may have lost it. */
  deviceId?: string | undefined;
  lastFeedbackDate?: number | undefined;
}

/** What the host page's button looks like (docs/widget.md#the-look-of-the-page). */
export interface Look {
  /** `#RRGGBB`. */
  color: string;
  /** The rounding of its corners in pixels. */
  radius?: number | undefined;
  /** Names of font families, as CSS writes them. */
  font?: string | undefined;
}

/** What the host has decided about a frame in its own page. */
export interface InlineOptions {
  /** Whether the node's name or logo stands above the flow. */
  header: boolean;
}

/** The first or the last focusable element of the frame. */
export type Edge = "first" | "last";

/** Messages from the loader to the frame. */
export type HostMessage =
  /** The widget was opened or closed. While it is closed the frame is invisible and must not take the focus. */
  | { type: "visibility"; open: boolean }
  /**
   * The host page has another address, without another page having been loaded. As in the hello; older loaders do not say the
   * query.
   */
  | { type: "address"; originUrl: string; query?: string }
  /** The keyboard focus moves into the frame. */
  | { type: "focus"; edge: Edge }
  /** Another language than in the hello, in lower case. A flow that does not have it keeps its own. */
  | { type: "language"; language: string }
  /** The host wants the visitor's chat to be shown: the open one, or else the list of previous feedbacks, or the flow. */
  | { type: "open_chat" }
  /** Answers that the host knows, by the key or id of their questions: a text, number, boolean, or a list of them. */
  | { type: "prefill"; answers: object }
  /** The visitor has answered the first question beside the launcher: by its id, with the id of an option or a number. */
  | { type: "answer"; question: string; value: string }
  /** The visitor does not consent any more: the frame erases what it has stored and answers with `erased`. */
  | { type: "erase" }
  /** The visitor has logged out: the frame forgets everybody who was here, shows a fresh start and answers with `erased`. */
  | { type: "reset" }
  | IdentifyMessage;

/**
 * Who the visitor is, as the host page says it: fields of the customer, anything else by name, and both as signed by the
 * host's server. Without any of them nobody is known. The frame checks them, which keeps the loader small.
 */
export interface IdentifyMessage {
  type: "identify";
  customer?: unknown;
  attributes?: unknown;
  jws?: unknown;
}

/** Messages from the frame to the loader. */
export type FrameMessage =
  /** The frame has read the hello and has something to show. `features`: see `FRAME_FEATURES`; none in old frames. */
  | { type: "ready"; features?: string }
  /**
   * The height of the content in pixels without header and footer, sent whenever it changes: the rounded-up height of
   * a wrapper without heights in vh or %. Inline: with them.
   */
  | { type: "height"; height: number }
  /** Inline: the host page scrolls to this part of the frame, in pixels, unless it is in view. */
  | { type: "scroll_to"; top: number; height: number }
  /** The visitor pressed the close button in the header. */
  | { type: "close" }
  /** The visitor pressed Escape and nothing in the frame used it. */
  | { type: "escape" }
  /** The visitor pressed Tab on the last focusable element, or Shift+Tab on the first. */
  | { type: "focus_leave"; edge: Edge }
  /** A message for the host page, which the loader posts after a delay, or earlier if the visitor leaves. */
  | { type: "host_message"; message: FlowMessage; data: object; delayMs: number }
  | AnalyticsMessage
  /** The kind of page that the frame shows. A chat gets the full height. */
  | { type: "page_state"; state: PageState | null }
  /** The number of staff replies that the visitor has not seen. The launcher shows a mark if there are any. */
  | { type: "chat_state"; unread: number }
  /** Nothing of the visitor is stored any more. After `erase` the frame stores nothing from now on. */
  | { type: "erased" }
  /** Whether this browser has an active chat or unread replies. */
  | { type: "has_chat"; hasChat: boolean }
  | FeedbackGivenMessage;

/**
 * The visitor has given the one feedback that node or widget takes: now, or earlier, as the server says. The loader keeps
 * it on the host's origin, because browsers may keep nothing for a frame of another site.
 */
export interface FeedbackGivenMessage {
  type: "feedback_given";
  /** When, in milliseconds since 1970. */
  at: number;
  /** The random id by which the server knows the browser. */
  deviceId: string;
}

/** The types of the messages of the page that counts unread replies and shows the newest (docs/widget.md#unread-replies). */
export const UNREAD_REPORT = "PULSEN_UNREAD";
export const UNREAD_ACT = "PULSEN_UNREAD_ACT";

/**
 * The fragment of that page's address where the loader tells it who the visitor is, with an `IdentifyMessage` after its `load`.
 * Without it nobody is known.
 */
export const IDENTIFIED = "#identified";

/**
 * What that page posts to the host's window as JSON text, whenever it has counted or its height has changed. It needs no channel:
 * it holds no secret, and nothing of what the reply says.
 */
export interface UnreadReport {
  type: typeof UNREAD_REPORT;
  /** The widget's code. */
  code: string;
  /** The number of staff replies that the visitor has not seen; `null` if the server has not answered. */
  unread: number | null;
  /** As in `has_chat`. */
  hasChat: boolean;
  /** The height in pixels of the reply that the page shows; 0: it shows none. Absent in old pages. */
  height?: number;
}

/** What a visitor has done in that page, posted likewise. */
export interface UnreadAct {
  type: typeof UNREAD_ACT;
  code: string;
  /** They want to open the chat; otherwise they have dismissed the reply. */
  opens: boolean;
  /** By keyboard: the focus has to go somewhere. */
  keyboard: boolean;
}

/** What the loader posts to that page. `count`: once more. `shown`: the visitor sees the page now, with this report. */
export type UnreadPageMessage = IdentifyMessage | { type: "count" } | { type: "shown" };

/** Something for the host's data layer. Ignored where the widget has no `analytics_enabled`. */
export interface AnalyticsMessage {
  type: "analytics";
  event: FlowAnalyticsEvent;
}

/** The special kinds of pages (docs/widget.md#page-state). No page of this version reports `random`. */
export type PageState = "chat" | "thank" | "random";

/** The types of the messages that a flow sends to the host page (docs/widget.md#host-messages). */
export type FlowMessage =
  | "PSN_REDIRECT_TO_STORE"
  | "PSN_END_OF_FLOW"
  | "PSN_FEEDBACK_SUBMITTED"
  /** Messages that a flow's own triggers name. */
  | `PSN_${string}`;
