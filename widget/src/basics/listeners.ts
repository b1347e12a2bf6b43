/** Callbacks that are called when something happens. */
export interface Listeners<Args extends unknown[]> {
  /** Adds a listener and returns the function that removes it. */
  add(listener: (...args: Args) => void): () => void;
  /** Calls every listener. */
  notify(...args: Args): void;
}

export function createListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(...args) {
      for (const listener of listeners) listener(...args);
    },
  };
}
