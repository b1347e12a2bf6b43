/**
 * What the loader (on the host page) and the content frame (on the provider's origin) say to each other.
 *
 * 1. The frame's page announces itself as soon as its script runs: `parent.postMessage(ANNOUNCEMENT, "*")`.
 *    It cannot know the host's origin yet, and the text holds no secret.
 * 2. The loader checks that this comes from its own frame and from the provider's exact origin, makes a
 *    `MessageChannel` and posts one `Hello` to that origin, with the frame's end of the channel in `ports[0]`.
 *    The frame takes a hello only where `event.source === parent` and `version` is its own.
 * 3. The frame answers `ready` on the port as soon as it can show something, be it only its own spinner. It must
 *    not wait for an animation frame before that: they stand still until it is shown. Without a `ready` in
 *    time the loader says so on the console and takes the widget off the page.
 * 4. From then on both send messages over the port. Each is a plain object with a `type`; the receiver ignores
 *    types that it does not know. A frame that reloads begins at 1 and gets a new channel.
 *
 * This module is types and constants only, so that the frame's side can import it for next to nothing.
 */
/** Raised when one side could misunderstand the other. Another version is not spoken to. */
export const PROTOCOL_VERSION = 1;

/**
 * The announcement: a text, because many host pages hand all messages that they get to `JSON.parse`, and compared
 * as a whole, because nothing of it is read.
 */
export const ANNOUNCEMENT = `{"type":"PULSEN_FRAME","version":${PROTOCOL_VERSION}}`;

/** What the loader adds to the content's height for the frame's header and footer (specification, section 9). */
export const HEADER_AND_FOOTER_HEIGHT = 110;

/** The loader's first message, and the only one outside the channel. */
export interface Hello {
  type: "hello";
  version: typeof PROTOCOL_VERSION;
  /** The widget's code. */
  code: string;
  /** The host page's origin, path and tracking pairs; goes into the feedback as `origin_url`. */
  originUrl: string;
  /** Of the host page's query what concerns feedback (tracking pairs, `internal`), as `a=b&c=d`. */
  query: string;
  /** The widget's language in lower case; `null` where neither configuration nor host names one. */
  language: string | null;
  /** Whether the visitor has the widget open: also before the first `visibility`, and after the frame reloads. */
  open: boolean;
  /** The room that the frame has. */
  limits: Limits;
}

/** The room that the frame has on this screen. */
export interface Limits {
  /** The most pixels that the content can have in height; the rest of it has to scroll. */
  maxContentHeight: number;
  /** The frame covers the whole screen: there is no launcher beside it, only the header's close button. */
  fullPage: boolean;
}

/** An end of the frame's order of focus. */
export type Edge = "first" | "last";

/** Messages from the loader to the frame. */
export type HostMessage =
  /** The visitor opened or closed the widget. While closed the frame is invisible and must not take the focus. */
  | { type: "visibility"; open: boolean }
  /** The keyboard has come into the frame: focus the first or last thing that can have it. */
  | { type: "focus"; edge: Edge }
  /** The window changed its size. */
  | { type: "limits"; limits: Limits };

/** Messages from the frame to the loader. */
export type FrameMessage =
  /** The hello has been read and there is something to see. */
  | { type: "ready" }
  /**
   * The content's height in pixels without header and footer, whenever it changes: the rounded-up height of a
   * wrapper that has neither vh nor % heights.
   */
  | { type: "height"; height: number }
  /** The visitor pressed the header's close button. */
  | { type: "close" }
  /** The visitor pressed Escape and nothing in the frame used it. */
  | { type: "escape" }
  /** Tab was pressed on the last thing that can have the focus, or Shift+Tab on the first. */
  | { type: "focus_leave"; edge: Edge }
  /** Tell the host page; the frame has waited already where a delay is due. */
  | { type: "host_message"; message: FlowMessage; data: object }
  /** Which kind of page is shown; a chat gets all the height that there is. */
  | { type: "page_state"; state: PageState | null }
  /** An event for the host page's tag manager; not sent where the configuration has no `analytics_enabled`. */
  | { type: "analytics"; event: object }
  /** Replies of the staff that the visitor has not seen; the launcher shows a mark while there are some. */
  | { type: "chat_state"; unread: number };

/** The state of the page inside the widget (specification, section 2.2). */
export type PageState = "chat" | "thank" | "random";

/** What a flow or a chat tells the host page. */
export type FlowMessage =
  | "PSN_REDIRECT_TO_STORE"
  | "PSN_END_OF_FLOW"
  | "PSN_FEEDBACK_SUBMITTED"
  | "PSN_WEB_WIDGET_CLOSED"
  /** Events that a flow's own triggers name. */
  | `PSN_${string}`;
