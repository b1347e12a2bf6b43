import type { Edge, FrameMessage, HostMessage } from "../protocol.ts";

/** What can happen to a widget. What the machine cannot know by itself comes in with the event. */
export type LifecycleEvent =
  /** The page is there. */
  | { type: "load"; mobile: boolean; addressEnabled: boolean }
  /** The page's address changed without a new page. */
  | { type: "address"; addressEnabled: boolean }
  /** The visitor is about to open it: hover, focus or touch of the launcher. */
  | { type: "approach" }
  /** The visitor or the host opens it; `close` is the frame's message too. `keyboard`: the focus is to follow. */
  | { type: "open"; keyboard: boolean }
  | { type: "toggle"; keyboard: boolean }
  /** The frame's document, whatever it is, has loaded. */
  | { type: "frame_loaded" }
  /** The host's Content-Security-Policy refused a frame of the provider's. */
  | { type: "frame_refused" }
  /** The widget must not be on this page at all. */
  | { type: "denied"; reason: DenialReason }
  | { type: "timer"; timer: LifecycleTimer }
  /** The host takes the widget off its page for good. */
  | { type: "destroy" }
  /** The frame says something. */
  | FrameMessage;

/** What is to be done about it. */
export type LifecycleEffect =
  /** Load the frame, invisible and at its final size. */
  | { type: "create_frame" }
  /** Bring `timer` back as an event after this time. */
  | { type: "schedule"; timer: LifecycleTimer; afterMs: number }
  /** Say something to the frame. */
  | { type: "tell_frame"; message: HostMessage }
  /** Put the focus into the frame. */
  | { type: "focus_frame"; edge: Edge }
  /** Give the focus to the launcher. */
  | { type: "focus_launcher" }
  /** Tell those who listen with `PSN.on`, and the host's window where `toWindow`. */
  | { type: "tell_host"; message: string; data: object; toWindow: boolean }
  /** Store that this widget was displayed. */
  | { type: "record_display" }
  /** Store that feedback was given. */
  | { type: "record_feedback" }
  /** Hand an event to the host's tag manager. */
  | { type: "push_analytics"; event: object }
  /** Say why on the console, and take everything off the page but a `window.PSN` that does nothing. */
  | { type: "withdraw"; reason: WithdrawReason }
  /** Take everything off the page. */
  | { type: "remove" };

export type LifecycleTimer = "load_deadline" | "answer_grace";

/** Why a widget is not on the page any more, or never was. */
export type WithdrawReason = DenialReason | "frame_refused" | "not_loaded" | "not_answered";

export type DenialReason = "domain_not_allowed" | "not_drawn";

/** What the widget itself tells its host (specification, section 4.1). */
export type WidgetMessage =
  | "PSN_WIDGET_OPENED"
  | "PSN_WIDGET_CLOSED"
  | "PSN_WIDGET_HID"
  | "PSN_WIDGET_DISPLAYED_BEFORE";
