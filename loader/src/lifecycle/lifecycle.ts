import type { WidgetConfiguration } from "../configuration.ts";
import type { Edge } from "../protocol.ts";
import type {
  LifecycleEffect,
  LifecycleEvent,
  LifecycleTimer,
  WidgetMessage,
  WithdrawReason,
} from "./messages.ts";

/**
 * How long the frame may take until its `load`, and from there until it answers, before the widget withdraws.
 * `load` also comes for a refused or broken frame: only an answer tells a good one.
 */
export const LOAD_DEADLINE_MS = 15_000;
export const ANSWER_GRACE_MS = 3_000;

/** The widget's life on one page (specification, section 4.1). */
export interface LifecycleState {
  readonly configuration: WidgetConfiguration;
  /** Not before the page is there: until then only the wish to open is kept. */
  loaded: boolean;
  opensWhenLoaded: boolean;
  /** Configured as visible; a hidden widget can still be opened by the host. */
  visible: boolean;
  /** May appear on this device and at this address at all. */
  allowed: boolean;
  mobile: boolean;
  open: boolean;
  /** Was open on this page before. */
  displayedBefore: boolean;
  /** The frame has answered once it is `ready`. */
  frame: "none" | "loading" | "loaded" | "ready";
  /** The keyboard opened it: the focus goes into the frame when that is ready. */
  focusWhenReady: boolean;
  /** What the frame has measured; `undefined` until it has. */
  contentHeight: number | undefined;
  /** The frame shows a chat. */
  chat: boolean;
  /** Replies of the staff that the visitor has not seen. */
  unread: number;
  /** Withdrawn or destroyed: nothing happens any more. */
  ended: boolean;
}

export function createLifecycle(configuration: WidgetConfiguration): LifecycleState {
  return {
    configuration,
    loaded: false,
    opensWhenLoaded: false,
    visible: configuration.is_visible !== false,
    allowed: false,
    mobile: false,
    open: false,
    displayedBefore: false,
    frame: "none",
    focusWhenReady: false,
    contentHeight: undefined,
    chat: false,
    unread: 0,
    ended: false,
  };
}

/** What the page shows now. */
export interface LifecycleView {
  /** The launcher is on the page. */
  launcher: boolean;
  open: boolean;
  /** Open, and the frame is not there yet. */
  busy: boolean;
  /** The frame can be seen. */
  content: boolean;
  /** The frame covers the window. */
  fullPage: boolean;
  /** The frame takes all the height there is. */
  fills: boolean;
  contentHeight: number | undefined;
  unread: number;
}

export function view(state: LifecycleState): LifecycleView {
  const { open, contentHeight, unread } = state;
  const ready = state.frame === "ready";
  return {
    launcher: isShown(state),
    open,
    busy: open && !ready,
    content: open && ready,
    fullPage: isFullPage(state),
    fills: state.chat,
    contentHeight,
    unread,
  };
}

/** Takes one event in and says what is to be done for it, in this order. */
export function step(state: LifecycleState, event: LifecycleEvent): LifecycleEffect[] {
  if (state.ended) return [];
  switch (event.type) {
    case "load":
      return load(state, event.mobile, event.addressEnabled);
    case "address":
      return move(state, event.addressEnabled);
    case "approach":
      return state.allowed ? requestFrame(state) : [];
    case "open":
      return open(state, event.keyboard);
    case "close":
    case "escape":
      return close(state);
    case "toggle":
      return state.open || state.opensWhenLoaded ? close(state) : open(state, event.keyboard);
    case "frame_loaded":
      return frameLoaded(state);
    case "ready":
      return frameReady(state);
    case "frame_refused":
      // The host may frame other pages of ours, and refuse those.
      return isAwaited(state) ? withdraw(state, "frame_refused") : [];
    case "denied":
      return withdraw(state, event.reason);
    case "timer":
      return timer(state, event.timer);
    case "focus_leave":
      return [leaveFocus(state, event.edge)];
    case "height":
      state.contentHeight = event.height;
      return [];
    case "page_state":
      state.chat = event.state === "chat";
      return [];
    case "chat_state":
      state.unread = event.unread;
      return [];
    case "host_message":
      return flowMessage(state, event.message, event.data);
    case "analytics":
      return state.configuration.analytics_enabled ? [{ type: "push_analytics", event: event.event }] : [];
    case "destroy":
      return end(state, { type: "remove" });
  }
}

/** Shown or hidden, by what the specification's section 4.1 has for the start. */
function load(state: LifecycleState, mobile: boolean, addressEnabled: boolean): LifecycleEffect[] {
  state.loaded = true;
  state.mobile = mobile;
  state.allowed = isAllowed(state, addressEnabled);
  if (state.configuration.hide_widget) return [widgetMessage(state, "PSN_WIDGET_HID")];
  if (state.opensWhenLoaded) return open(state, false);
  // Before the visitor's first act nothing is stored, but where a rule needs to know of this display.
  return isShown(state) && state.configuration.display_once ? [{ type: "record_display" }] : [];
}

/** The page's address changed under the widget. */
function move(state: LifecycleState, addressEnabled: boolean): LifecycleEffect[] {
  state.allowed = isAllowed(state, addressEnabled);
  return state.allowed ? [] : close(state);
}

function open(state: LifecycleState, keyboard: boolean): LifecycleEffect[] {
  if (!state.loaded) {
    state.opensWhenLoaded = true;
    return [];
  }
  if (state.open || !state.allowed) return [];
  state.open = true;
  state.displayedBefore = true;
  state.focusWhenReady = keyboard;
  const request = requestFrame(state);
  const ready = state.frame === "ready";
  return list([
    request[0],
    request[1],
    ready && tellVisibility(state),
    ready && keyboard && { type: "focus_frame", edge: "first" },
    widgetMessage(state, "PSN_WIDGET_OPENED"),
    { type: "record_display" },
  ]);
}

function close(state: LifecycleState): LifecycleEffect[] {
  state.opensWhenLoaded = false;
  if (!state.open) return [];
  state.open = false;
  return list([state.frame === "ready" && tellVisibility(state), widgetMessage(state, "PSN_WIDGET_CLOSED")]);
}

/** Asks for the frame, once: on the visitor's approach, or when it is opened without one. */
function requestFrame(state: LifecycleState): LifecycleEffect[] {
  if (state.frame !== "none") return [];
  state.frame = "loading";
  return [{ type: "create_frame" }, { type: "schedule", timer: "load_deadline", afterMs: LOAD_DEADLINE_MS }];
}

function frameLoaded(state: LifecycleState): LifecycleEffect[] {
  if (state.frame !== "loading") return [];
  state.frame = "loaded";
  return [{ type: "schedule", timer: "answer_grace", afterMs: ANSWER_GRACE_MS }];
}

/** The frame has read its hello, which may be older than the visitor's last act. Again after it reloaded. */
function frameReady(state: LifecycleState): LifecycleEffect[] {
  state.frame = "ready";
  const focuses = state.open && state.focusWhenReady;
  return list([tellVisibility(state), focuses && { type: "focus_frame", edge: "first" }]);
}

/** A timer that nobody waits for any more does nothing. */
function timer(state: LifecycleState, name: LifecycleTimer): LifecycleEffect[] {
  if (name === "load_deadline") return state.frame === "loading" ? withdraw(state, "not_loaded") : [];
  return state.frame === "loaded" ? withdraw(state, "not_answered") : [];
}

/** The keyboard went over an end of the frame. Where that covers the launcher, it comes in at the other. */
function leaveFocus(state: LifecycleState, edge: Edge): LifecycleEffect {
  if (!isFullPage(state)) return { type: "focus_launcher" };
  return { type: "focus_frame", edge: edge === "last" ? "first" : "last" };
}

function flowMessage(state: LifecycleState, message: string, data: object): LifecycleEffect[] {
  const counts = message === "PSN_FEEDBACK_SUBMITTED" && state.configuration.prevent_multiple_feedback;
  return list([{ type: "tell_host", message, data, toWindow: true }, counts && { type: "record_feedback" }]);
}

function withdraw(state: LifecycleState, reason: WithdrawReason): LifecycleEffect[] {
  return end(state, { type: "withdraw", reason });
}

/** A host that heard of the opening, and dimmed its page for it, hears of the end too. */
function end(state: LifecycleState, last: LifecycleEffect): LifecycleEffect[] {
  const closed = state.open && widgetMessage(state, "PSN_WIDGET_CLOSED");
  state.ended = true;
  state.open = false;
  return list([closed, last]);
}

/** The window hears of the widget only where the widget has enabled domains (specification, section 4.1). */
function widgetMessage({ configuration }: LifecycleState, message: WidgetMessage): LifecycleEffect {
  const { web_channel: channel, enabled_domains: domains } = configuration;
  const data = { channel_id: channel?.id, channel_name: channel?.name };
  return { type: "tell_host", message, data, toWindow: !!domains?.length };
}

function tellVisibility({ open }: LifecycleState): LifecycleEffect {
  return { type: "tell_frame", message: { type: "visibility", open } };
}

function isAllowed({ configuration, mobile }: LifecycleState, addressEnabled: boolean): boolean {
  const { hide_widget: hidden, enabled_on_mobile: onMobile } = configuration;
  return addressEnabled && !hidden && (onMobile !== false || !mobile);
}

function isShown({ loaded, allowed, visible }: LifecycleState): boolean {
  return loaded && allowed && visible;
}

function isFullPage({ mobile, configuration }: LifecycleState): boolean {
  return mobile && !!configuration.full_page_on_mobile;
}

function isAwaited({ frame }: LifecycleState): boolean {
  return frame === "loading" || frame === "loaded";
}

/** A list without what is absent, made without the host's array methods. */
function list(entries: (LifecycleEffect | false | undefined)[]): LifecycleEffect[] {
  const effects: LifecycleEffect[] = [];
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (entry) effects[effects.length] = entry;
  }
  return effects;
}
