import { arePeriodsOver, onAppear, opensByItself, opensOnExit, storeDisplay } from "./display.ts";
import type { FailureReason, LifecycleEffect, LifecycleEvent, WidgetMessage } from "./messages.ts";
import { emit, isAllowed, isLauncherVisible, isModal, type LifecycleState } from "./state.ts";

type EventOf<Type> = Extract<LifecycleEvent, { type: Type }>;

/**
 * The time that the frame has for its `load` event, and from there for its first answer, before the widget fails.
 * Refused and broken frames fire `load` too; only an answer proves that the frame works.
 */
export const LOAD_DEADLINE_MS = 15_000;
export const ANSWER_GRACE_MS = 3_000;

/**
 * Applies an event to the state and returns the effects to perform, in this order.
 *
 * @param now the time of the event in milliseconds since the epoch.
 */
export function update(state: LifecycleState, event: LifecycleEvent, now: number): LifecycleEffect[] {
  state.now = now;
  state.effects = [];
  if (!state.ended) HANDLERS[event.type](state, event as never);
  return state.effects;
}

/** One handler for each type of event: a new type without a handler does not compile. */
const HANDLERS: {
  [Type in LifecycleEvent["type"]]: (
    state: LifecycleState,
    event: Extract<LifecycleEvent, { type: Type }>,
  ) => void;
} = {
  load: onLoad,
  address: onAddress,
  intent(state) {
    if (isAllowed(state)) requestFrame(state);
  },
  exit_intent(state) {
    if (opensOnExit(state)) open(state, {});
  },
  open,
  open_once: openOnce,
  close,
  escape: close,
  toggle(state, event) {
    if (state.open || state.opensWhenLoaded) close(state);
    else open(state, event);
  },
  hide,
  show,
  dismiss_popover: onDismissPopover,
  frame_loaded: onFrameLoaded,
  frame_refused(state) {
    // The page may contain other frames from the provider's origin, and its policy may refuse those.
    if (state.frame === "loading" || state.frame === "loaded") fail(state, "frame_refused");
  },
  ready(state) {
    state.frame = "ready";
    // Sent again, because the hello may be older than the visitor's last action.
    tellFrame(state);
    if (state.identity) emit(state, { type: "post_to_frame", message: state.identity });
  },
  identify(state, message) {
    state.identity = message;
    if (state.frame === "ready") emit(state, { type: "post_to_frame", message });
  },
  start_failed: (state, { reason }) => fail(state, reason),
  timer: onTimer,
  focus_leave: onFocusLeave,
  height(state, { height }) {
    state.contentHeight = height;
  },
  page_state(state, { state: pageState }) {
    state.chat = pageState === "chat";
  },
  chat_state(state, { unread }) {
    state.unread = unread;
  },
  host_message: onHostMessage,
  destroy: (state) => end(state, { type: "remove" }),
};

function onLoad(state: LifecycleState, { mobile, addressEnabled, record }: EventOf<"load">): void {
  state.loaded = true;
  state.mobile = mobile;
  state.addressEnabled = addressEnabled;
  state.record = record;
  // The host may have shown it already.
  state.visible ||= state.configuration.is_visible !== false && arePeriodsOver(state);
  if (state.hidden) {
    notifyHost(state, "PSN_WIDGET_HID");
    return;
  }
  onAppear(state);
  if (state.opensWhenLoaded === "open") open(state, {});
  else if (state.opensWhenLoaded) openOnce(state);
}

function onAddress(state: LifecycleState, { addressEnabled, originUrl }: EventOf<"address">): void {
  const wasAllowed = isAllowed(state);
  state.addressEnabled = addressEnabled;
  if (state.frame !== "none") emit(state, { type: "post_to_frame", message: { type: "address", originUrl } });
  if (!isAllowed(state)) close(state);
  else if (!wasAllowed) onAppear(state);
}

function open(state: LifecycleState, { keyboard }: { keyboard?: boolean }): void {
  if (!state.loaded) {
    state.opensWhenLoaded = "open";
    return;
  }
  if (state.open || !isAllowed(state)) return;
  state.open = true;
  state.opened = true;
  // Nothing else on the page can be used while a modal is open.
  state.focusWhenReady = !!keyboard || isModal(state);
  requestFrame(state);
  if (state.frame === "ready") tellFrame(state);
  notifyHost(state, "PSN_WIDGET_OPENED");
  storeDisplay(state);
}

/** Opens for the host, unless the widget's periods say that the visitor has had it. */
function openOnce(state: LifecycleState): void {
  if (!state.loaded) {
    state.opensWhenLoaded ??= "open_once";
    return;
  }
  if (state.open || !isAllowed(state)) return;
  const hadOnPage = state.configuration.display_once && state.opened;
  if (hadOnPage || !arePeriodsOver(state)) notifyHost(state, "PSN_WIDGET_DISPLAYED_BEFORE");
  else open(state, {});
}

function close(state: LifecycleState): void {
  state.opensWhenLoaded = undefined;
  if (!state.open) return;
  state.open = false;
  if (state.frame === "ready") tellFrame(state);
  notifyHost(state, "PSN_WIDGET_CLOSED");
}

function hide(state: LifecycleState): void {
  if (state.hidden) return;
  close(state);
  state.hidden = true;
  // Before the page is there, `load` sends the message.
  if (state.loaded) notifyHost(state, "PSN_WIDGET_HID");
}

function show(state: LifecycleState): void {
  if (isLauncherVisible(state)) return;
  state.hidden = false;
  state.visible = true;
  onAppear(state);
}

function onDismissPopover(state: LifecycleState, { keyboard }: EventOf<"dismiss_popover">): void {
  state.record.isPopoverDismissed = true;
  emit(state, { type: "store", fields: { isPopoverDismissed: true } });
  if (keyboard) emit(state, { type: "focus_launcher" });
}

/** Creates the frame, once: on the visitor's intent, or when the widget is opened without one. */
function requestFrame(state: LifecycleState): void {
  if (state.frame !== "none") return;
  state.frame = "loading";
  emit(state, { type: "create_frame" });
  emit(state, { type: "start_timer", timer: "load_deadline", afterMs: LOAD_DEADLINE_MS });
}

function onFrameLoaded(state: LifecycleState): void {
  if (state.frame !== "loading") return;
  state.frame = "loaded";
  emit(state, { type: "start_timer", timer: "answer_grace", afterMs: ANSWER_GRACE_MS });
}

/** Tells a frame that is ready whether it is open, and moves the focus into it where that is wanted. */
function tellFrame(state: LifecycleState): void {
  const { open } = state;
  emit(state, { type: "post_to_frame", message: { type: "visibility", open } });
  if (open && state.focusWhenReady) emit(state, { type: "focus_frame", edge: "first" });
}

/** A timer has no effect if what it waited for has happened. */
function onTimer(state: LifecycleState, { timer }: EventOf<"timer">): void {
  const { frame } = state;
  if (timer === "display_interval") {
    if (!--state.intervals && opensByItself(state)) open(state, {});
  } else if (timer === "load_deadline") {
    if (frame === "loading") fail(state, "not_loaded");
  } else if (frame === "loaded") fail(state, "not_answered");
}

/** The keyboard focus left the frame. In a modal it wraps around, because nothing else can be used. */
function onFocusLeave(state: LifecycleState, { edge }: EventOf<"focus_leave">): void {
  if (!isModal(state)) emit(state, { type: "focus_launcher" });
  else emit(state, { type: "focus_frame", edge: edge === "last" ? "first" : "last" });
}

function onHostMessage(state: LifecycleState, { message, data, delayMs }: EventOf<"host_message">): void {
  emit(state, { type: "notify_host", message, data, toWindow: true, delayMs });
  if (message !== "PSN_FEEDBACK_SUBMITTED" || !state.configuration.prevent_multiple_feedback) return;
  // At once: the visitor may leave before the delay is over.
  state.record.lastFeedbackDate = state.now;
  emit(state, { type: "store", fields: { lastFeedbackDate: state.now } });
}

function fail(state: LifecycleState, reason: FailureReason): void {
  end(state, { type: "fail", reason });
}

/** Hosts that reacted to the opening, for example by dimming their page, are notified of the closing. */
function end(state: LifecycleState, last: LifecycleEffect): void {
  if (state.open) notifyHost(state, "PSN_WIDGET_CLOSED");
  state.ended = true;
  state.open = false;
  emit(state, last);
}

/** Messages about the widget are posted to the window only if it has enabled domains (docs/widget.md#host-messages). */
function notifyHost(state: LifecycleState, message: WidgetMessage): void {
  const { web_channel: channel, enabled_domains: domains } = state.configuration;
  const data = { channel_id: channel?.id, channel_name: channel?.name };
  emit(state, { type: "notify_host", message, data, toWindow: !!domains?.length });
}
