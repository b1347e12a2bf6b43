import { ReplyError } from "./request";

/** Delays before the second, third and fourth attempt of one request. */
export const RETRY_DELAYS_MS = [1_000, 2_000, 4_000];

/** A server that asks for a longer pause is not waited for: the visitor decides when to try again. */
const LONGEST_RETRY_AFTER_MS = 15_000;

/**
 * Statuses that mean "not now": no response came (0), the server is busy, or a proxy could not reach it. A plain 500 is
 * an unexpected failure, which an immediate repeat would most likely hit again.
 */
const RETRYABLE_STATUSES = [0, 429, 502, 503, 504];

/** Why a request failed. */
export interface RequestFailure {
  /** The response's status; 0 where no usable response came. */
  status: number;
  /** How long the server asks clients to wait. */
  retryAfterMs?: number;
}

/**
 * Returns how long to wait before the next attempt; `undefined` where there is none.
 *
 * @param failedAttempts how many attempts failed before this one.
 */
export function delayBeforeRetry(
  failedAttempts: number,
  { status, retryAfterMs }: RequestFailure,
): number | undefined {
  if (!RETRYABLE_STATUSES.includes(status)) return undefined;
  const delay = RETRY_DELAYS_MS[failedAttempts];
  if (delay === undefined || retryAfterMs === undefined) return delay;
  return retryAfterMs <= LONGEST_RETRY_AFTER_MS ? retryAfterMs : undefined;
}

/**
 * Returns whether the server has decided about a request. After any other status it may or may not have acted, so the
 * request must be repeated with the same idempotency key, if at all.
 */
export function isSettled(status: number): boolean {
  return status !== 0 && status !== 429 && status < 500;
}

/** Reads the status and `Retry-After` from whatever `request` threw. */
export function readFailure(error: unknown): RequestFailure {
  if (!(error instanceof ReplyError)) return { status: 0 };
  const { status, headers } = error.reply;
  return { status, ...readRetryAfter((name) => headers.get(name)) };
}

/**
 * Reads the header `Retry-After`. Our server sends seconds, proxies may send a moment: by their own clock, where they say what it
 * shows.
 *
 * @param header returns a header of the response.
 */
export function readRetryAfter(
  header: (name: string) => string | null,
): Pick<RequestFailure, "retryAfterMs"> {
  const value = header("Retry-After");
  if (value === null) return {};
  const seconds = Number(value);
  if (seconds >= 0) return { retryAfterMs: seconds * 1000 };
  // A browser would take a negative number for a year.
  const moment = seconds < 0 ? Number.NaN : Date.parse(value);
  const now = Date.parse(header("Date") ?? "") || Date.now();
  return Number.isNaN(moment) ? {} : { retryAfterMs: Math.max(0, moment - now) };
}
