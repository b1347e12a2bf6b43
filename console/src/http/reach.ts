/** Whether the last call got an answer, whatever it was. */
let isAnswered = true;
/** Whether live events arrive. */
let isLive = false;

const listeners = new Set<() => void>();

/** Returns whether the server can be reached, as far as the page knows. A call that fails says little while events arrive. */
export const isReachable = (): boolean => navigator.onLine && (isLive || isAnswered);

/** Takes over that a call got an answer, or none. */
export function noteAnswer(hasOne: boolean): void {
  isAnswered = hasOne;
  tell();
}

/** Takes over that live events arrive from now on, or no longer. */
export function noteLive(arrive: boolean): void {
  isLive = arrive;
  if (arrive) isAnswered = true;
  tell();
}

/** Calls the listener when the server may be reached or not from now on. Returns what ends that. */
export function subscribeToReach(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

function tell(): void {
  for (const listener of [...listeners]) listener();
}
