import { delayBeforeRetry } from "../http/retry";
import type { SendOutcome } from "./sendFile";

/** What one try of an upload needs to know of the outside; tests have their own. */
export interface RetryServices {
  isOnline(): boolean;
  wait(ms: number): Promise<unknown>;
}

/**
 * Tries an upload again where that may help soon. A file that arrives twice does no harm: what no feedback takes
 * expires.
 *
 * @param send tries once.
 * @returns the outcome of the last try.
 */
export async function sendWithRetries(
  send: () => Promise<SendOutcome>,
  signal: AbortSignal,
  { isOnline, wait }: RetryServices,
): Promise<SendOutcome> {
  for (let failedAttempts = 0; ; failedAttempts += 1) {
    const outcome = await send();
    // Without a network the visitor decides when to try again.
    const delay = isOnline() ? delayBeforeRetry(failedAttempts, outcome) : undefined;
    if (delay === undefined || signal.aborted) return outcome;
    await Promise.race([wait(delay), aborted(signal)]);
    if (signal.aborted) return outcome;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
