import { pristine } from "./pristineGlobals.ts";

const OPTIONS = { capture: true, passive: true };

let stops: (() => void)[] = [];

/**
 * Adds a listener that stays until `removeListeners`. It runs in the capture phase, so that a host's listener further
 * in cannot keep events from it.
 */
export function listen<E extends Event>(
  target: EventTarget,
  type: string,
  callback: (event: E) => void,
): void {
  const { addEventListener, removeEventListener } = pristine.EventTarget.prototype;
  addEventListener.call(target, type, callback as EventListener, OPTIONS);
  onRemoval(() => removeEventListener.call(target, type, callback as EventListener, OPTIONS));
}

/** Calls back again and again, until `removeListeners`. */
export function repeat(callback: () => void, everyMs: number): void {
  const { clearInterval } = pristine;
  const timer = pristine.setInterval(callback, everyMs);
  onRemoval(() => clearInterval(timer));
}

/** Calls back when the widget is removed, to undo what lasts until then. */
export function onRemoval(stop: () => void): void {
  stops[stops.length] = stop;
}

/** Removes all listeners that `listen` has added, and undoes whatever else lasts until then: the widget is removed. */
export function removeListeners(): void {
  const all = stops;
  stops = [];
  for (let index = 0; index < all.length; index++) (all[index] as () => void)();
}
