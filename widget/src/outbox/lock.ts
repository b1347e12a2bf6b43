import { openChannel } from "./channel";

/** Lets the caller be the only one of this browser's tabs that sends. Resolves with the function that ends it. */
export type Acquire = () => Promise<() => void>;

/** How often who waits for the lock asks whether its holder is still there (docs/constants.md#delays). */
const ASK_MS = 5_000;

/**
 * Acquires the lock. Where the browser has none, or denies it, as on pages without a secure context or an origin of their own,
 * every tab may send at the same time: keys and the store's transactions keep that from doing harm.
 *
 * A holder that does not answer for long, because the browser has frozen its tab, loses the lock to who waits.
 */
export function acquireLock(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    let isWaiting = true;
    let isAnswered = true;
    const channel = openChannel<boolean>(`${name}-lock`, (isQuestion) => {
      if (!isQuestion) isAnswered = true;
      else if (!isWaiting) channel.tell(false);
    });
    const asking = setInterval(() => {
      if (!isAnswered) request({ steal: true });
      isAnswered = false;
      channel.tell(true);
    }, ASK_MS);

    /** A request that was overtaken by one that steals is granted later, when nothing waits for it. */
    function hold(): Promise<void> | undefined {
      if (!isWaiting) return undefined;
      isWaiting = false;
      clearInterval(asking);
      channel.tell(false);
      return new Promise((release) => resolve(release));
    }
    /** It was released, stolen or denied. */
    function end() {
      isWaiting = false;
      clearInterval(asking);
      channel.close();
      resolve(() => {});
    }
    function request(options: LockOptions) {
      try {
        navigator.locks.request(name, options, hold).then(end, end);
      } catch {
        end();
      }
    }
    request({});
  });
}
