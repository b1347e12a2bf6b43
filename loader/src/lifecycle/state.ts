import type { WidgetConfiguration } from "../protocol/configuration.ts";
import type { IdentifyMessage } from "../protocol/protocol.ts";
import type { DisplayRecord } from "./displayRecord.ts";
import type { LifecycleEffect, LifecycleTimer } from "./messages.ts";

/** The state of the widget on one host page (docs/widget.md#life-cycle). */
export interface LifecycleState {
  readonly configuration: WidgetConfiguration;
  /** The widget's node takes feedback. */
  readonly available: boolean;
  /** The widget is a part of the host's page (docs/widget.md#inline-form). */
  readonly inline: boolean;
  /** Inline: its place is on the page. */
  placed?: boolean;
  /** The host page has been parsed. Until then a request to open is only remembered. */
  loaded?: boolean;
  opensWhenLoaded?: "open" | "open_once" | undefined;
  mobile?: boolean;
  addressEnabled?: boolean;
  /** Neither launcher nor frame may appear. */
  hidden: boolean;
  /** The launcher may appear. */
  visible?: boolean;
  /** A number from 0 to 99 by chance, which is the visitor's if none is stored (`display_share`). */
  draw: number;
  /** The host has reported an event that opens the widget: also one that is not there before the visitor consents. */
  due?: boolean;
  /** What was stored about this widget when the page was loaded, and feedback that was given since. */
  record: DisplayRecord;
  /** This page has stored that the widget was displayed. */
  recorded?: boolean;
  open: boolean;
  /** Has been open on this page. */
  opened?: boolean;
  /** How many timers of each kind are running. Only the last one counts. */
  timers: Record<LifecycleTimer, number>;
  /** `loaded`: a document has loaded in the frame. `ready`: the frame itself has answered. */
  frame: "none" | "loading" | "loaded" | "ready";
  /** The widget was opened by keyboard or as a modal: the focus moves into the frame when that is ready. */
  focusWhenReady?: boolean;
  /** The height that the frame has reported. */
  contentHeight?: number | undefined;
  /** The frame shows a chat. */
  chat?: boolean;
  /** The visitor allows the widget, or nobody has to ask. Without it there is no widget, and nothing is stored. */
  consent: boolean;
  /** Who the host has said the visitor is. Only the interaction knows. */
  identity?: IdentifyMessage | undefined;
  /** Staff replies that the visitor has not seen. */
  unread: number;
  /** The widget has failed or was destroyed; all further events are ignored. */
  ended?: boolean;
  /** When the present event happened, in milliseconds since the epoch. */
  now: number;
  /** What the present event leads to, in this order. */
  effects: LifecycleEffect[];
}

export function createLifecycle(
  configuration: WidgetConfiguration,
  available = true,
  inline = false,
): LifecycleState {
  return {
    configuration,
    available,
    inline,
    hidden: !!configuration.hide_widget,
    consent: configuration.consent !== "required",
    record: {},
    draw: 0,
    open: false,
    timers: createTimers(),
    frame: "none",
    unread: 0,
    now: 0,
    effects: [],
  };
}

/** Adds an effect to those of the present event. */
export function emit({ effects }: LifecycleState, effect: LifecycleEffect): void {
  effects[effects.length] = effect;
}

export function createTimers(): LifecycleState["timers"] {
  return { load_deadline: 0, answer_grace: 0, display_interval: 0 };
}

export function startTimer(state: LifecycleState, timer: LifecycleTimer, afterMs: number): void {
  state.timers[timer]++;
  emit(state, { type: "start_timer", timer, afterMs });
}

/** Returns whether the widget may appear now, on this device and at this address. */
export function isAllowed({
  configuration,
  loaded,
  available,
  inline,
  placed,
  addressEnabled,
  hidden,
  mobile,
  record,
  consent,
}: LifecycleState): boolean {
  return (
    !!loaded &&
    consent &&
    // A chat continues, whether or not the node takes another feedback.
    (available || !!record.hasChat) &&
    (!inline || !!placed) &&
    !!addressEnabled &&
    !hidden &&
    !(mobile && configuration.enabled_on_mobile === false)
  );
}

/** Returns whether the launcher is on the page. The host can also open a widget that has no visible launcher. */
export function isLauncherVisible(state: LifecycleState): boolean {
  return !!state.visible && !state.inline && isAllowed(state);
}

export function isFullPage({ mobile, inline, configuration }: LifecycleState): boolean {
  return !!mobile && !inline && !!configuration.full_page_on_mobile;
}

/** Returns whether an open widget keeps the visitor from the host page. */
export function isModal(state: LifecycleState): boolean {
  return (!!state.configuration.modal_mode && !state.inline) || isFullPage(state);
}
