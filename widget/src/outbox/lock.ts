/** Lets the caller be the only one of this browser's tabs that sends. Resolves with the function that ends it. */
export type Acquire = () => Promise<() => void>;

/**
 * Acquires the lock. Where the browser has none, or denies it, as on pages without a secure context or an origin of their own,
 * every tab may send at the same time: keys and the store's transactions keep that from doing harm.
 */
export function acquireLock(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    const hold = () => new Promise<void>((release) => resolve(release));
    const goOnWithout = () => resolve(() => {});
    try {
      navigator.locks.request(name, hold).catch(goOnWithout);
    } catch {
      goOnWithout();
    }
  });
}
