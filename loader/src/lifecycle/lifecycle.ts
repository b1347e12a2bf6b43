import type { Edge, IdentifyMessage } from "../protocol.ts";
import type {
  FailureReason,
  LifecycleEffect,
  LifecycleEvent,
  LifecycleTimer,
  WidgetMessage,
} from "./messages.ts";
import { isFullPage, isLauncherVisible, type LifecycleState } from "./state.ts";

/**
 * The time that the frame has for its `load` event, and from there for its first answer, before the widget fails.
 * Refused and broken frames fire `load` too; only an answer proves that the frame works.
 */
export const LOAD_DEADLINE_MS = 15_000;
export const ANSWER_GRACE_MS = 3_000;

/** Applies an event to the state and returns the effects to perform, in this order. */
export function update(state: LifecycleState, event: LifecycleEvent): LifecycleEffect[] {
  if (state.ended) return [];
  switch (event.type) {
    case "load":
      return onLoad(state, event.mobile, event.addressEnabled);
    case "address":
      return onAddress(state, event.addressEnabled);
    case "intent":
      return state.allowed ? requestFrame(state) : [];
    case "open":
      return open(state, event.keyboard);
    case "close":
    case "escape":
      return close(state);
    case "toggle":
      return state.open || state.opensWhenLoaded ? close(state) : open(state, event.keyboard);
    case "frame_loaded":
      return onFrameLoaded(state);
    case "ready":
      return onReady(state);
    case "frame_refused":
      // The page may contain other frames from the provider's origin, and its policy may refuse those.
      return isAwaited(state) ? fail(state, "frame_refused") : [];
    case "start_failed":
      return fail(state, event.reason);
    case "timer":
      return onTimer(state, event.timer);
    case "focus_leave":
      return [onFocusLeave(state, event.edge)];
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
      return onHostMessage(state, event);
    case "identify":
      state.identity = event;
      return state.frame === "ready" ? [identityMessage(event)] : [];
    case "destroy":
      return end(state, { type: "remove" });
  }
}

function onLoad(state: LifecycleState, mobile: boolean, addressEnabled: boolean): LifecycleEffect[] {
  state.loaded = true;
  state.mobile = mobile;
  state.allowed = isAllowed(state, addressEnabled);
  if (state.configuration.hide_widget) return [widgetMessage(state, "PSN_WIDGET_HID")];
  if (state.opensWhenLoaded) return open(state, false);
  // Nothing is stored before the visitor acts, unless a rule depends on this display.
  return isLauncherVisible(state) && state.configuration.display_once ? [{ type: "record_display" }] : [];
}

function onAddress(state: LifecycleState, addressEnabled: boolean): LifecycleEffect[] {
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
  state.focusWhenReady = keyboard;
  const request = requestFrame(state);
  const ready = state.frame === "ready";
  return list([
    request[0],
    request[1],
    ready && visibilityMessage(state),
    ready && keyboard && { type: "focus_frame", edge: "first" },
    widgetMessage(state, "PSN_WIDGET_OPENED"),
    { type: "record_display" },
  ]);
}

function close(state: LifecycleState): LifecycleEffect[] {
  state.opensWhenLoaded = false;
  if (!state.open) return [];
  state.open = false;
  return list([
    state.frame === "ready" && visibilityMessage(state),
    widgetMessage(state, "PSN_WIDGET_CLOSED"),
  ]);
}

/** Creates the frame, once: on the visitor's intent, or when the widget is opened without one. */
function requestFrame(state: LifecycleState): LifecycleEffect[] {
  if (state.frame !== "none") return [];
  state.frame = "loading";
  return [
    { type: "create_frame" },
    { type: "start_timer", timer: "load_deadline", afterMs: LOAD_DEADLINE_MS },
  ];
}

function onFrameLoaded(state: LifecycleState): LifecycleEffect[] {
  if (state.frame !== "loading") return [];
  state.frame = "loaded";
  return [{ type: "start_timer", timer: "answer_grace", afterMs: ANSWER_GRACE_MS }];
}

/** The visibility is sent again, because the hello may be older than the visitor's last action. */
function onReady(state: LifecycleState): LifecycleEffect[] {
  state.frame = "ready";
  const focuses = state.open && state.focusWhenReady;
  return list([
    visibilityMessage(state),
    state.identity && identityMessage(state.identity),
    focuses && { type: "focus_frame", edge: "first" },
  ]);
}

/** A timer has no effect if what it waited for has happened. */
function onTimer(state: LifecycleState, timer: LifecycleTimer): LifecycleEffect[] {
  if (timer === "load_deadline") return state.frame === "loading" ? fail(state, "not_loaded") : [];
  return state.frame === "loaded" ? fail(state, "not_answered") : [];
}

/** The keyboard focus left the frame. A full-page frame covers the launcher, so the focus wraps around in it. */
function onFocusLeave(state: LifecycleState, edge: Edge): LifecycleEffect {
  if (!isFullPage(state)) return { type: "focus_launcher" };
  return { type: "focus_frame", edge: edge === "last" ? "first" : "last" };
}

function onHostMessage(
  state: LifecycleState,
  { message, data, delayMs }: Extract<LifecycleEvent, { type: "host_message" }>,
): LifecycleEffect[] {
  const records = message === "PSN_FEEDBACK_SUBMITTED" && state.configuration.prevent_multiple_feedback;
  return list([
    { type: "notify_host", message, data, toWindow: true, delayMs },
    // At once: the visitor may leave before the delay is over.
    records && { type: "record_feedback" },
  ]);
}

function fail(state: LifecycleState, reason: FailureReason): LifecycleEffect[] {
  return end(state, { type: "fail", reason });
}

/** Hosts that reacted to the opening, for example by dimming their page, are notified of the closing. */
function end(state: LifecycleState, last: LifecycleEffect): LifecycleEffect[] {
  const closed = state.open && widgetMessage(state, "PSN_WIDGET_CLOSED");
  state.ended = true;
  state.open = false;
  return list([closed, last]);
}

/** Messages about the widget are posted to the window only if it has enabled domains (docs/widget.md#host-messages). */
function widgetMessage({ configuration }: LifecycleState, message: WidgetMessage): LifecycleEffect {
  const { web_channel: channel, enabled_domains: domains } = configuration;
  const data = { channel_id: channel?.id, channel_name: channel?.name };
  return { type: "notify_host", message, data, toWindow: !!domains?.length };
}

function visibilityMessage({ open }: LifecycleState): LifecycleEffect {
  return { type: "post_to_frame", message: { type: "visibility", open } };
}

function identityMessage(message: IdentifyMessage): LifecycleEffect {
  return { type: "post_to_frame", message };
}

function isAllowed({ configuration, available, mobile }: LifecycleState, addressEnabled: boolean): boolean {
  const { hide_widget: hidden, enabled_on_mobile: onMobile } = configuration;
  return available && addressEnabled && !hidden && (onMobile !== false || !mobile);
}

function isAwaited({ frame }: LifecycleState): boolean {
  return frame === "loading" || frame === "loaded";
}

/** Returns the entries that are not `false` or `undefined`. The host's array methods may not be used. */
function list(entries: (LifecycleEffect | false | undefined)[]): LifecycleEffect[] {
  const effects: LifecycleEffect[] = [];
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (entry) effects[effects.length] = entry;
  }
  return effects;
}
