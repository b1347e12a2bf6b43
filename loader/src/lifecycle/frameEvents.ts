import { pristine } from "../basics/pristineGlobals.ts";
import type { DisplayRecord } from "./displayRecord.ts";
import { ANSWER_GRACE_MS, appear, close, type Handlers, notifyHost, tellFrame } from "./lifecycle.ts";
import type { FrameEventType, LifecycleEvent } from "./messages.ts";
import { emit, isModal, type LifecycleState, startTimer } from "./state.ts";

type EventOf<Type> = Extract<LifecycleEvent, { type: Type }>;

/**
 * The part of the life cycle's machine that only the interaction needs: the handlers of the events of which it tells. They
 * are in its file, and the core gets them from there (`addHandlers`).
 */
export const FRAME_HANDLERS: Handlers<FrameEventType> = {
  escape: close,
  place: onPlace,
  scroll_to(state, { top, height }) {
    if (state.inline) emit(state, { type: "scroll_host", top, height });
  },
  frame_loaded: onFrameLoaded,
  ready(state) {
    state.frame = "ready";
    // Sent again, because the hello may be older than the visitor's last action.
    tellFrame(state);
  },
  focus_leave: onFocusLeave,
  height(state, { height }) {
    state._contentHeight = height;
  },
  page_state(state, { state: pageState }) {
    state.chat = pageState === "chat";
  },
  chat_state: (state, { unread }) => setUnread(state, unread),
  has_chat: onHasChat,
  feedback_given(state, { at: lastFeedbackDate, deviceId }) {
    if (state._configuration.prevent_multiple_feedback) keepFeedback(state, { lastFeedbackDate, deviceId });
  },
  unread_counted(state, event) {
    // The frame knows better.
    if (state.frame !== "none") return;
    setUnread(state, event.unread ?? state.unread);
    onHasChat(state, event);
  },
  host_message: onHostMessage,
};

function onPlace(state: LifecycleState, { present }: EventOf<"place">): void {
  if (!present) {
    close(state);
    state.frame = "none";
    state.chat = false;
  }
  state._placed = present;
  appear(state);
}

function onFrameLoaded(state: LifecycleState): void {
  if (state.frame !== "loading") return;
  state.frame = "loaded";
  startTimer(state, "_answer_grace", ANSWER_GRACE_MS);
}

/** The keyboard focus left the frame. In a modal it wraps around, because nothing else can be used. */
function onFocusLeave(state: LifecycleState, { edge }: EventOf<"focus_leave">): void {
  if (!isModal(state)) emit(state, { type: "_focus_launcher" });
  else emit(state, { type: "_focus_frame", edge: edge === "last" ? "first" : "last" });
}

function onHostMessage(state: LifecycleState, { message, data, delayMs }: EventOf<"host_message">): void {
  emit(state, { type: "_notify_host", message, data, _toWindow: true, delayMs });
  if (message !== "PSN_FEEDBACK_SUBMITTED" || !state._configuration.prevent_multiple_feedback) return;
  // At once: the visitor may leave before the delay is over.
  keepFeedback(state, { lastFeedbackDate: state.now });
}

/** Stores that the visitor has given the one feedback, which counts on this page as well. */
function keepFeedback(state: LifecycleState, fields: DisplayRecord): void {
  pristine.Object.assign(state._record, fields);
  emit(state, { type: "store", _fields: fields });
}

/** Tells the host of a new number of unread replies, which the launcher shows. */
function setUnread(state: LifecycleState, unread: number): void {
  if (unread === state.unread) return;
  state.unread = unread;
  notifyHost(state, "PSN_UNREAD", unread);
}

/** Stored, so that the launcher is there on the next page and asks for unread replies. */
function onHasChat(state: LifecycleState, { hasChat }: { hasChat: boolean }): void {
  if (!state._record.hasChat === !hasChat) return;
  state._record.hasChat = hasChat;
  emit(state, { type: "store", _fields: { hasChat } });
}
