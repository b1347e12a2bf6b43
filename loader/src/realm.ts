/**
 * Clean primitives. Host pages overwrite what the language gives (old shims, consent tools, test doubles), and this
 * script runs on their page. The launcher's own about:blank frame has a set that nobody has touched: once it
 * exists, everything goes through it. What the language itself calls by the host's prototypes (iteration,
 * spreading, array methods, regex literals) is not used in the loader at all.
 */
export type Realm = Window & typeof globalThis;

/** The clean realm; the host's own until the launcher's frame exists, and where the host allows none. */
export let clean = globalThis as Realm;

export function useRealm(realm: Realm): void {
  clean = realm;
}

interface Listener {
  target: EventTarget;
  type: string;
  callback: (event: never) => void;
}

let listeners: Listener[] = [];

/** Listens until `removeListeners`, before the page's own listeners where these are on elements further in. */
export function listen<E extends Event>(
  target: EventTarget,
  type: string,
  callback: (event: E) => void,
): void {
  const { addEventListener } = clean.EventTarget.prototype;
  addEventListener.call(target, type, callback as EventListener, CAPTURE_PASSIVELY);
  listeners[listeners.length] = { target, type, callback };
}

const CAPTURE_PASSIVELY = { capture: true, passive: true };

/** Removes every listener of the loader, wherever it is. */
export function removeListeners(): void {
  for (let index = 0; index < listeners.length; index++) {
    const { target, type, callback } = listeners[index] as Listener;
    const { removeEventListener } = clean.EventTarget.prototype;
    removeEventListener.call(target, type, callback as EventListener, CAPTURE_PASSIVELY);
  }
  listeners = [];
}

/** Puts an element into the page or the launcher. */
export function append(parent: Node, child: Node): void {
  clean.Node.prototype.appendChild.call(parent, child);
}

export function setAttribute(element: Element, name: string, value: string): void {
  clean.Element.prototype.setAttribute.call(element, name, value);
}

export function lowerCase(text: string): string {
  return clean.String.prototype.toLowerCase.call(text);
}

/** Says something to the people who look after the page: one line, in plain words. */
export function report(text: string): void {
  clean.console.error(`[Pulsen] ${text}`);
}
