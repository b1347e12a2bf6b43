/**
 * The messages between the loader (on the host page) and the content frame (on the provider's origin). See
 * docs/widget.md#protocol.
 *
 * 1. The frame's page announces itself as soon as its script runs: `parent.postMessage(ANNOUNCEMENT, "*")`. It does
 *    not know the host's origin yet, and the text holds no secret.
 * 2. The loader checks that the announcement comes from its own frame and from the provider's exact origin, creates a
 *    `MessageChannel` and posts one `Hello` to that origin, with the frame's end of the channel in `ports[0]`. The
 *    frame accepts a hello only if `event.source === parent` and the `version` is its own.
 * 3. The frame sends `ready` through the port as soon as it has something to show, even if that is only its own
 *    spinner. It must not wait for an animation frame before that, because hidden frames have none. If `ready` does
 *    not come in time, the loader reports it on the console and removes the widget from the page.
 * 4. From then on both sides send messages through the port. Each is a plain object with a `type`; the receiver
 *    ignores types that it does not know. A frame that reloads starts again at step 1 and gets a new channel.
 *
 * This module has types and constants only, so that importing it costs the frame next to nothing.
 */

/** Increased when one side could misunderstand the other. The two sides connect only if their versions are equal. */
export const PROTOCOL_VERSION = 1;

/**
 * The announcement. It is a string because many host pages pass every message that they receive to `JSON.parse`, and
 * the loader compares it as a whole.
 */
export const ANNOUNCEMENT = `{"type":"PULSEN_FRAME","version":${PROTOCOL_VERSION}}`;

/** The pixels that the loader adds to the content's height for the frame's header and footer. */
export const HEADER_AND_FOOTER_HEIGHT = 110;

/** The loader's first message, and the only one outside the channel. */
export interface Hello {
  type: "hello";
  version: typeof PROTOCOL_VERSION;
  /** The widget's code. */
  code: string;
  /** The host page's origin, path and tracking pairs; the feedback's `origin_url`. */
  originUrl: string;
  /** The parameters of the host page's query that concern feedback (tracking pairs, `internal`), as `a=b&c=d`. */
  query: string;
  /** The widget's language code in lower case; `null` if the configuration has none. */
  language: string | null;
  /** Whether the widget is open, so that a frame that loads or reloads need not wait for `visibility`. */
  open: boolean;
}

/** The first or the last focusable element of the frame. */
export type Edge = "first" | "last";

/** Messages from the loader to the frame. */
export type HostMessage =
  /** The widget was opened or closed. While it is closed the frame is invisible and must not take the focus. */
  | { type: "visibility"; open: boolean }
  /** The host page has another address, without another page having been loaded. As in the hello. */
  | { type: "address"; originUrl: string }
  /** The keyboard focus moves into the frame. */
  | { type: "focus"; edge: Edge }
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
  /** The frame has read the hello and has something to show. */
  | { type: "ready" }
  /**
   * The height of the content in pixels without header and footer, sent whenever it changes: the rounded-up height of
   * a wrapper without heights in vh or %.
   */
  | { type: "height"; height: number }
  /** The visitor pressed the close button in the header. */
  | { type: "close" }
  /** The visitor pressed Escape and nothing in the frame used it. */
  | { type: "escape" }
  /** The visitor pressed Tab on the last focusable element, or Shift+Tab on the first. */
  | { type: "focus_leave"; edge: Edge }
  /** A message for the host page, which the loader posts after a delay, or earlier if the visitor leaves. */
  | { type: "host_message"; message: FlowMessage; data: object; delayMs: number }
  /** The kind of page that the frame shows. A chat gets the full height. */
  | { type: "page_state"; state: PageState | null }
  /** The number of staff replies that the visitor has not seen. The launcher shows a mark if there are any. */
  | { type: "chat_state"; unread: number };

/** The special kinds of pages (docs/widget.md#page-state). No page of this version reports `random`. */
export type PageState = "chat" | "thank" | "random";

/** The types of the messages that a flow sends to the host page (docs/widget.md#host-messages). */
export type FlowMessage =
  | "PSN_REDIRECT_TO_STORE"
  | "PSN_END_OF_FLOW"
  | "PSN_FEEDBACK_SUBMITTED"
  /** Messages that a flow's own triggers name. */
  | `PSN_${string}`;
