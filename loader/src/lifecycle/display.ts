import type { DisplayRecord } from "./displayRecord.ts";
import { emit, isAllowed, isLauncherVisible, type LifecycleState, startTimer } from "./state.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns whether neither of the widget's periods is running (docs/widget.md#periods). What this page has displayed
 * does not count, feedback that was given on it does.
 */
export function arePeriodsOver({
  _configuration: configuration,
  _record: record,
  now,
}: LifecycleState): boolean {
  return !(
    (configuration.display_once &&
      isWithinPeriod(configuration.display_once_delay_period, record.firstNow, now)) ||
    (configuration.prevent_multiple_feedback &&
      isWithinPeriod(configuration.multiple_feedback_delay_period, record.lastFeedbackDate, now))
  );
}

/** Returns whether the widget may open by itself, which it does at most once on a page. */
export function opensByItself(state: LifecycleState): boolean {
  return isDue(state) && isInShare(state);
}

/** Returns whether the launcher asks the first question beside it, which it does until the visitor has had the widget. */
export function asksBeside(state: LifecycleState): boolean {
  return isNew(state) && isDue(state);
}

function isDue(state: LifecycleState): boolean {
  return isAllowed(state) && state._available && !state._opened && arePeriodsOver(state);
}

/** With `display_once` the period decides, and a display in an earlier one does not count. */
function isNew({ _configuration: configuration, _record: record }: LifecycleState): boolean {
  return configuration.display_once || !record.isWidgetDisplayedBefore;
}

/** The fields by which the widget opens because of what happens on the page. */
export type Occasion = "display_on_exit" | "display_on_scroll" | "display_on_event";

/** Returns whether it opens on an occasion, which it does only for visitors who have not had it before. */
export function opensOn(state: LifecycleState, occasion: Occasion): boolean {
  return !!state._configuration[occasion] && isNew(state) && opensByItself(state);
}

/**
 * Returns whether the visitor is one of those for whom the widget opens by itself. Their number is kept only when it decides
 * something, because nothing else is stored before the visitor acts. It stays the same when the share is changed.
 */
function isInShare(state: LifecycleState): boolean {
  const { _configuration: configuration, _record: record } = state;
  const { display_share: share = 100, code } = configuration;
  if (share > 99) return true;
  const name: keyof DisplayRecord = `draw/${code}`;
  if (record[name] === undefined) {
    record[name] = state._draw;
    emit(state, { type: "store", _fields: { [name]: state._draw } });
  }
  return record[name] < share;
}

/** To be called when the widget may have appeared: stores its display and begins its interval. */
export function onAppear(state: LifecycleState): void {
  const { display_once: once, display_on_exit: onExit, display_on_scroll: onScroll } = state._configuration;
  // Nothing is stored before the visitor acts, unless a rule depends on this display.
  if (once && isLauncherVisible(state)) storeDisplay(state);
  if ((onExit || onScroll) && isAllowed(state)) emit(state, { type: "_watch_visitor" });
  startInterval(state);
}

/** Begins the time after which the widget opens by itself, if it does and may. One that is invisible waits for `show`. */
export function startInterval(state: LifecycleState): void {
  const { display_interval: seconds, is_visible: visible } = state._configuration;
  if (seconds && isAllowed(state) && (state._visible || visible !== false))
    startTimer(state, "display_interval", seconds * 1000);
}

/** Stores, once on a page, that the widget was displayed. A display after the period of the first one starts over. */
export function storeDisplay(state: LifecycleState): void {
  if (state._recorded) return;
  state._recorded = true;
  const { display_once: once, display_once_delay_period: days } = state._configuration;
  const { firstNow } = state._record;
  const keepsFirst = isWithinPeriod(once ? days : 0, firstNow, state.now);
  emit(state, {
    type: "store",
    _fields: { isWidgetDisplayedBefore: true, firstNow: keepsFirst ? (firstNow as number) : state.now },
  });
}

/** @param days the length of a period; absent or 0 means forever. A period without a beginning is not running. */
function isWithinPeriod(days: number | undefined, since: unknown, now: number): boolean {
  return typeof since === "number" && (!days || now - since < days * DAY_MS);
}
