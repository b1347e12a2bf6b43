import { pristine } from "./pristineGlobals.ts";

interface Listener {
  target: EventTarget;
  type: string;
  callback: (event: never) => void;
}

const OPTIONS = { capture: true, passive: true };

let listeners: Listener[] = [];

/**
 * Adds a listener that stays until `removeListeners`. It runs in the capture phase, so that a host's listener further
 * in cannot keep events from it.
 */
export function listen<E extends Event>(
  target: EventTarget,
  type: string,
  callback: (event: E) => void,
): void {
  const { addEventListener } = pristine.EventTarget.prototype;
  addEventListener.call(target, type, callback as EventListener, OPTIONS);
  listeners[listeners.length] = { target, type, callback };
}

/** Removes all listeners that `listen` has added. */
export function removeListeners(): void {
  for (let index = 0; index < listeners.length; index++) {
    const { target, type, callback } = listeners[index] as Listener;
    const { removeEventListener } = pristine.EventTarget.prototype;
    removeEventListener.call(target, type, callback as EventListener, OPTIONS);
  }
  listeners = [];
}
