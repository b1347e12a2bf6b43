import { pristine } from "../basics/pristineGlobals.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import {
  arePeriodsOver,
  type Occasion,
  onAppear,
  opensByItself,
  opensOn,
  startInterval,
  storeDisplay,
} from "./display.ts";
import type { DisplayRecord } from "./displayRecord.ts";
import type {
  FailureReason,
  FrameEventType,
  LifecycleEffect,
  LifecycleEvent,
  WidgetMessage,
} from "./messages.ts";
import {
  createTimers,
  emit,
  isAllowed,
  isLauncherVisible,
  isModal,
  type LifecycleState,
  startTimer,
} from "./state.ts";

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
  state._effects = [];
  // A newer interaction may pass on what this core does not know.
  if (!state._ended) HANDLERS[event.type as keyof typeof HANDLERS]?.(state, event as never);
  return state._effects;
}

/** One handler for each type of event: a new type without a handler does not compile. */
export type Handlers<Type extends LifecycleEvent["type"]> = {
  [One in Type]: (state: LifecycleState, event: Extract<LifecycleEvent, { type: One }>) => void;
};

/** Adds the handlers of the events of which the interaction tells (`frameEvents.ts`), when that has come. */
export function addHandlers(handlers: Handlers<FrameEventType>): void {
  pristine.Object.assign(HANDLERS, handlers);
}

const HANDLERS: Handlers<Exclude<LifecycleEvent["type"], FrameEventType>> = {
  load: onLoad,
  address: onAddress,
  intent(state) {
    if (isAllowed(state)) requestFrame(state);
  },
  _exit_intent: (state) => onOccasion(state, "display_on_exit"),
  scrolled: (state) => onOccasion(state, "display_on_scroll"),
  _host_event(state, { name }) {
    const { display_on_event: names } = state._configuration;
    if (!names || !pristine.Array.prototype.includes.call(names, name)) return;
    state.due = true;
    onOccasion(state, "display_on_event");
  },
  open,
  _open_once: openOnce,
  close,
  toggle(state, event) {
    if (state.open || state._opensWhenLoaded) close(state);
    else open(state, event);
  },
  hide,
  show,
  _dismiss_popover: onDismissPopover,
  frame_refused(state) {
    // The page may contain other frames from the provider's origin, and its policy may refuse those.
    if (state.frame === "loading" || state.frame === "loaded") fail(state, "frame_refused");
  },
  consent: onConsent,
  _put_back: onPutBack,
  _start_failed: (state, { reason }) => fail(state, reason),
  timer: onTimer,
  destroy: (state) => end(state, { type: "remove" }),
};

function onLoad(state: LifecycleState, event: EventOf<"load">): void {
  state._loaded = true;
  state._draw = event._draw;
  state._mobile = event._mobile;
  state._addressEnabled = event._addressEnabled;
  state._record = event._record;
  decideVisible(state);
  if (state._hidden) {
    notifyHost(state, "PSN_WIDGET_HID");
    return;
  }
  begin(state);
  if (state._opensWhenLoaded === "open") open(state, {});
  else if (state._opensWhenLoaded) openOnce(state);
}

/** To be called when it is known what earlier pages have stored. */
function begin(state: LifecycleState): void {
  appear(state);
  if (state._record.hasChat && isAllowed(state)) emit(state, { type: "_count_unread" });
  if (state.due) onOccasion(state, "display_on_event");
}

function onOccasion(state: LifecycleState, occasion: Occasion): void {
  if (opensOn(state, occasion)) open(state, {});
}

/** Decides whether the launcher may appear, which the host may have done already. */
function decideVisible(state: LifecycleState): void {
  if (!state.consent) return;
  state._visible ||=
    state._configuration.is_visible !== false && (arePeriodsOver(state) || !!state._record.hasChat);
}

/** From the consent on the widget is there as after a page load; without it, it is gone, and so is what it has stored. */
function onConsent(state: LifecycleState, { given, _record: record }: EventOf<"consent">): void {
  if (!given) {
    withdrawConsent(state, record);
  } else if (!state.consent) {
    state.consent = true;
    if (!state._loaded) return;
    state._record = record;
    decideVisible(state);
    begin(state);
  }
}

function withdrawConsent(state: LifecycleState, record: DisplayRecord): void {
  close(state);
  // What the frame stores, it stores after the widget was opened, which is recorded, but not of the inline form.
  const inFrame = state.inline || state.frame !== "none" || !!record.isWidgetDisplayedBefore;
  emit(state, { type: "erase", _inFrame: inFrame });
  state.consent = state._recorded = state.chat = false;
  state._record = {};
  state.frame = "none";
  state._contentHeight = undefined;
  state.unread = 0;
}

function onAddress(state: LifecycleState, { _addressEnabled: addressEnabled }: EventOf<"address">): void {
  const wasAllowed = isAllowed(state);
  state._addressEnabled = addressEnabled;
  if (state.frame !== "none") emit(state, { type: "_tell_address" });
  if (!isAllowed(state)) close(state);
  else if (!wasAllowed) appear(state);
}

/** To be called when the widget may have appeared. Inline it opens then, whatever its periods say. */
export function appear(state: LifecycleState): void {
  if (state.inline) open(state, {});
  else onAppear(state);
}

function open(state: LifecycleState, { _keyboard: keyboard }: { _keyboard?: boolean }): void {
  if (!state._loaded) {
    state._opensWhenLoaded = "open";
    return;
  }
  if (state.open || !isAllowed(state)) return;
  state.open = true;
  state._opened = true;
  // Nothing else on the page can be used while a modal is open.
  state._focusWhenReady = !!keyboard || isModal(state);
  requestFrame(state);
  if (state.frame === "ready") tellFrame(state);
  notifyHost(state, "PSN_WIDGET_OPENED");
  // Inline no visitor has acted yet. With consent it is stored, so that its end erases what the frame stores from now on.
  if (!state.inline || state._configuration.consent) storeDisplay(state);
}

/** Opens for the host, unless the widget's periods say that the visitor has had it. */
function openOnce(state: LifecycleState): void {
  if (!state._loaded) {
    state._opensWhenLoaded ??= "_open_once";
    return;
  }
  if (state.open || !isAllowed(state)) return;
  const hadOnPage = state._configuration.display_once && state._opened;
  if (hadOnPage || !arePeriodsOver(state)) notifyHost(state, "PSN_WIDGET_DISPLAYED_BEFORE");
  else open(state, {});
}

export function close(state: LifecycleState): void {
  state._opensWhenLoaded = undefined;
  if (!state.open) return;
  state.open = false;
  if (state.frame === "ready") tellFrame(state);
  notifyHost(state, "PSN_WIDGET_CLOSED");
}

function hide(state: LifecycleState): void {
  if (state._hidden) return;
  close(state);
  state._hidden = true;
  // Before the page is there, `load` sends the message.
  if (state._loaded) notifyHost(state, "PSN_WIDGET_HID");
}

function show(state: LifecycleState): void {
  if (isLauncherVisible(state)) return;
  state._hidden = false;
  state._visible = true;
  appear(state);
}

function onDismissPopover(state: LifecycleState, { _keyboard: keyboard }: EventOf<"_dismiss_popover">): void {
  state._record.isPopoverDismissed = true;
  emit(state, { type: "store", _fields: { isPopoverDismissed: true } });
  if (keyboard) emit(state, { type: "_focus_launcher" });
}

/** Creates the frame, once: on the visitor's intent, or when the widget is opened without one. */
function requestFrame(state: LifecycleState): void {
  if (state.frame !== "none") return;
  state.frame = "loading";
  emit(state, { type: "_create_frame" });
  startTimer(state, "_load_deadline", LOAD_DEADLINE_MS);
}

function onPutBack(state: LifecycleState): void {
  const { display_interval: intervals } = state._timers;
  state._timers = createTimers();
  // Inline the frame comes with its place, which is looked for again.
  if (state.frame !== "none" && !state.inline) {
    state.frame = "none";
    requestFrame(state);
  }
  if (intervals) startInterval(state);
}

/** Tells a frame that is ready whether it is open, and moves the focus into it where that is wanted. */
export function tellFrame(state: LifecycleState): void {
  const { open } = state;
  emit(state, { type: "_post_to_frame", message: { type: "visibility", open } });
  if (open && state._focusWhenReady) emit(state, { type: "_focus_frame", edge: "first" });
}

/** A timer has no effect if what it waited for has happened, or has gone. */
function onTimer(state: LifecycleState, { timer }: EventOf<"timer">): void {
  const { frame } = state;
  // Of several timers of a kind only the last one counts.
  if (--state._timers[timer]) return;
  if (timer === "display_interval") {
    if (opensByItself(state)) open(state, {});
  } else if (timer === "_load_deadline") {
    if (frame === "loading") fail(state, "not_loaded");
  } else if (frame === "loaded") fail(state, "not_answered");
}

function fail(state: LifecycleState, reason: FailureReason): void {
  end(state, { type: "fail", reason });
}

/** Hosts that reacted to the opening, for example by dimming their page, are notified of the closing. */
function end(state: LifecycleState, last: LifecycleEffect): void {
  if (state.open) notifyHost(state, "PSN_WIDGET_CLOSED");
  state._ended = true;
  state.open = false;
  emit(state, last);
}

/** Messages about the widget are posted to the window only if it has enabled domains (docs/widget.md#host-messages). */
export function notifyHost(state: LifecycleState, message: WidgetMessage, unread?: number): void {
  const { _configuration: configuration } = state;
  const data = channelData(configuration);
  if (unread !== undefined) data.unread = unread;
  emit(state, { type: "_notify_host", message, data, _toWindow: !!configuration.enabled_domains?.length });
}

/** Returns the data of messages about the widget. */
export function channelData({ web_channel: channel }: WidgetConfiguration): {
  channel_id: unknown;
  channel_name: unknown;
  unread?: number;
} {
  return { channel_id: channel?.id, channel_name: channel?.name };
}
