import type { WidgetConfiguration } from "../protocol/configuration.ts";
import type { IdentifyMessage } from "../protocol/protocol.ts";
import type { DisplayRecord } from "./displayRecord.ts";
import type { LifecycleEffect, LifecycleTimer } from "./messages.ts";

/** The state of the widget on one host page (docs/widget.md#life-cycle). */
export interface LifecycleState {
  readonly _configuration: WidgetConfiguration;
  /** The widget's node takes feedback. */
  readonly _available: boolean;
  /** The widget is a part of the host's page (docs/widget.md#inline-form). */
  readonly inline: boolean;
  /** Inline: its place is on the page. */
  _placed?: boolean;
  /** The host page has been parsed. Until then a request to open is only remembered. */
  _loaded?: boolean;
  _opensWhenLoaded?: "open" | "_open_once" | undefined;
  _mobile?: boolean;
  _addressEnabled?: boolean;
  /** Neither launcher nor frame may appear. */
  _hidden: boolean;
  /** The launcher may appear. */
  _visible?: boolean;
  /** A number from 0 to 99 by chance, which is the visitor's if none is stored (`display_share`). */
  _draw: number;
  /** The host has reported an event that opens the widget: also one that is not there before the visitor consents. */
  due?: boolean;
  /** What was stored about this widget when the page was loaded, and feedback that was given since. */
  _record: DisplayRecord;
  /** This page has stored that the widget was displayed. */
  _recorded?: boolean;
  open: boolean;
  /** Has been open on this page. */
  _opened?: boolean;
  /** How many timers of each kind are running. Only the last one counts. */
  _timers: Record<LifecycleTimer, number>;
  /** `loaded`: a document has loaded in the frame. `ready`: the frame itself has answered. */
  frame: "none" | "loading" | "loaded" | "ready";
  /** The widget was opened by keyboard or as a modal: the focus moves into the frame when that is ready. */
  _focusWhenReady?: boolean;
  /** The height that the frame has reported. */
  _contentHeight?: number | undefined;
  /** The frame shows a chat. */
  chat?: boolean;
  /** The visitor allows the widget, or nobody has to ask. Without it there is no widget, and nothing is stored. */
  consent: boolean;
  /** Who the host has said the visitor is. Only the interaction knows. */
  identity?: IdentifyMessage | undefined;
  /** Staff replies that the visitor has not seen. */
  unread: number;
  /** The widget has failed or was destroyed; all further events are ignored. */
  _ended?: boolean;
  /** When the present event happened, in milliseconds since the epoch. */
  now: number;
  /** What the present event leads to, in this order. */
  _effects: LifecycleEffect[];
}

export function createLifecycle(
  configuration: WidgetConfiguration,
  available = true,
  inline = false,
): LifecycleState {
  return {
    _configuration: configuration,
    _available: available,
    inline,
    _hidden: !!configuration.hide_widget,
    consent: configuration.consent !== "required",
    _record: {},
    _draw: 0,
    open: false,
    _timers: createTimers(),
    frame: "none",
    unread: 0,
    now: 0,
    _effects: [],
  };
}

/** Adds an effect to those of the present event. */
export function emit({ _effects: effects }: LifecycleState, effect: LifecycleEffect): void {
  effects[effects.length] = effect;
}

export function createTimers(): LifecycleState["_timers"] {
  return { _load_deadline: 0, _answer_grace: 0, display_interval: 0 };
}

export function startTimer(state: LifecycleState, timer: LifecycleTimer, afterMs: number): void {
  state._timers[timer]++;
  emit(state, { type: "_start_timer", timer, _afterMs: afterMs });
}

/** Returns whether the widget may appear now, on this device and at this address. */
export function isAllowed(state: LifecycleState): boolean {
  return (
    !!state._loaded &&
    state.consent &&
    // A chat continues, whether or not the node takes another feedback.
    (state._available || !!state._record.hasChat) &&
    (!state.inline || !!state._placed) &&
    !!state._addressEnabled &&
    !state._hidden &&
    !(state._mobile && state._configuration.enabled_on_mobile === false)
  );
}

/** Returns whether the launcher is on the page. The host can also open a widget that has no visible launcher. */
export function isLauncherVisible(state: LifecycleState): boolean {
  return !!state._visible && !state.inline && isAllowed(state);
}

export function isFullPage(state: LifecycleState): boolean {
  return !!state._mobile && !state.inline && !!state._configuration.full_page_on_mobile;
}

/** Returns whether an open widget keeps the visitor from the host page. */
export function isModal(state: LifecycleState): boolean {
  return (!!state._configuration.modal_mode && !state.inline) || isFullPage(state);
}
