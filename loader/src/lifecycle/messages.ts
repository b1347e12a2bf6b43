import type { AnalyticsMessage, Edge, FrameMessage, HostMessage } from "../protocol/protocol.ts";
import type { DisplayRecord } from "./displayRecord.ts";

/** The inputs of the life cycle. Facts that it cannot know by itself come with the event. */
export type LifecycleEvent =
  /**
   * The host page has been parsed. `_record`: what earlier pages have stored about this widget. `_draw`: a number from 0 to
   * 99 by chance.
   */
  | { type: "load"; _mobile: boolean; _addressEnabled: boolean; _record: DisplayRecord; _draw: number }
  /** The host page changed its address without loading a new page. */
  | { type: "address"; _addressEnabled: boolean }
  /** The visitor is about to open the widget: the launcher is hovered, focused or touched. */
  | { type: "intent" }
  /** The visitor is about to leave the host page. */
  | { type: "_exit_intent" }
  /** The visitor has scrolled as far as `display_on_scroll` says. */
  | { type: "scrolled" }
  /** The host reports something that has happened on its page. */
  | { type: "_host_event"; name: string }
  /**
   * The visitor or the host opens the widget. `_keyboard`: the focus moves into it. The event `close`, which the frame
   * sends too, is a `FrameMessage`.
   */
  | { type: "open"; _keyboard: boolean }
  /** The host opens the widget, unless the visitor has had it already. */
  | { type: "_open_once" }
  | { type: "toggle"; _keyboard: boolean }
  /** The host hides the whole widget, or shows it with its launcher. */
  | { type: "hide" }
  | { type: "show" }
  /** The visitor closes the text beside the launcher. `_keyboard`: the focus has to go somewhere. */
  | { type: "_dismiss_popover"; _keyboard: boolean }
  /** Inline: the widget's place is on the page, or not any more. Its frame has gone with it. */
  | { type: "place"; present: boolean }
  /** A document has loaded in the frame, possibly an error page of the browser. */
  | { type: "frame_loaded" }
  /** The host's Content-Security-Policy refused a frame from the provider's origin. */
  | { type: "frame_refused" }
  /** The host had removed the widget's elements, and with them the frame and all timers. They are drawn again. */
  | { type: "_put_back" }
  /** The widget cannot start on this page. */
  | { type: "_start_failed"; reason: FailureReason }
  | { type: "timer"; timer: LifecycleTimer }
  /**
   * The host says whether the visitor allows the widget. `_record`: what earlier pages have stored about it, which is read
   * only now.
   */
  | { type: "consent"; given: boolean; _record: DisplayRecord }
  /** The page that counts unread replies has answered. `null`: the number could not be had. */
  | { type: "unread_counted"; unread: number | null; hasChat: boolean }
  /** The host removes the widget for good. */
  | { type: "destroy" }
  | Exclude<FrameMessage, AnalyticsMessage | { type: "erased" }>;

/** The events of which only the interaction tells (`frameEvents.ts`). */
export type FrameEventType =
  | "frame_loaded"
  | "place"
  | "unread_counted"
  | Exclude<FrameMessage["type"], "close" | "analytics" | "erased">;

/**
 * The outputs of the life cycle, to be performed in order. The core performs `_start_timer` and `store` and makes the
 * frame's element; everything else is the interaction's and waits until that is there.
 */
export type LifecycleEffect =
  /** Load the frame, invisible and at its final size. */
  | { type: "_create_frame" }
  /** Send `timer` back as an event after this time. */
  | { type: "_start_timer"; timer: LifecycleTimer; _afterMs: number }
  | { type: "_post_to_frame"; message: HostMessage }
  /** Tell the frame the host page's present address. */
  | { type: "_tell_address" }
  | { type: "_focus_frame"; edge: Edge }
  | { type: "_focus_launcher" }
  /** Count unread replies without the frame, once the host page has loaded and is idle. */
  | { type: "_count_unread" }
  /**
   * Send `_exit_intent` and `scrolled`, as far as the configuration asks for them. A page that was scrolled before, or is short,
   * need not scroll for it.
   */
  | { type: "_watch_visitor" }
  /** Inline: scroll the host page to this part of the frame, in pixels. */
  | { type: "scroll_host"; top: number; height: number }
  /**
   * Call the host's `PSN.on` callbacks, and post the message to the host's window if `_toWindow`. With `delayMs` after a
   * delay, or earlier if the visitor leaves.
   */
  | { type: "_notify_host"; message: string; data: object; _toWindow: boolean; delayMs?: number }
  /** Store these fields of the record about this widget. */
  | { type: "store"; _fields: DisplayRecord }
  /**
   * Take the frame off the page, and remove what is stored about this widget on the host's origin; with `_inFrame` also
   * what a frame has stored, or may have on an earlier page.
   */
  | { type: "erase"; _inFrame: boolean }
  /** Report the reason on the console and remove everything but a `window.PSN` that does nothing. */
  | { type: "fail"; reason: FailureReason }
  /** Remove everything, `window.PSN` too. */
  | { type: "remove" };

export type LifecycleTimer = "_load_deadline" | "_answer_grace" | "display_interval";

/** Why a widget was removed from the page, or never appeared on it. */
export type FailureReason =
  | "domain_not_allowed"
  | "not_mounted"
  /** The host removes it again and again. */
  | "removed"
  | "frame_refused"
  /** The frame or the loader's own second part. */
  | "not_loaded"
  | "not_answered";

/** The types of the messages that the widget itself sends to the host (docs/widget.md#host-messages). */
export type WidgetMessage =
  | "PSN_WIDGET_OPENED"
  | "PSN_WIDGET_CLOSED"
  | "PSN_WIDGET_HID"
  | "PSN_WIDGET_DISPLAYED_BEFORE"
  | "PSN_UNREAD";
