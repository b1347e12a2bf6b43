import { describe, expect, it } from "vitest";
import { ReplyError, RequestError } from "./request";
import { delayBeforeRetry, isSettled, RETRY_DELAYS_MS, readFailure } from "./retry";

describe("delayBeforeRetry", () => {
  it.each([0, 429, 502, 503, 504])("grows with each attempt after status %i, then ends", (status) => {
    const delays = [0, 1, 2, 3].map((failedAttempts) => delayBeforeRetry(failedAttempts, { status }));
    expect(delays).toEqual([...RETRY_DELAYS_MS, undefined]);
  });

  it.each([200, 400, 401, 409, 422, 500, 501])("does not repeat a request after status %i", (status) => {
    expect(delayBeforeRetry(0, { status, retryAfterMs: 1_000 })).toBeUndefined();
  });

  it("waits as long as the server asks, up to 15 seconds", () => {
    expect(delayBeforeRetry(0, { status: 503, retryAfterMs: 15_000 })).toBe(15_000);
    expect(delayBeforeRetry(0, { status: 503, retryAfterMs: 15_001 })).toBeUndefined();
    expect(delayBeforeRetry(3, { status: 503, retryAfterMs: 1_000 })).toBeUndefined();
  });
});

describe("isSettled", () => {
  it.each([200, 204, 400, 401, 409, 413, 422])("is true for %i", (status) => {
    expect(isSettled(status)).toBe(true);
  });

  it.each([0, 429, 500, 502, 503, 504])("is false for %i: the server may or may not have acted", (status) => {
    expect(isSettled(status)).toBe(false);
  });
});

describe("readFailure", () => {
  it.each([
    ["7", { status: 429, retryAfterMs: 7_000 }],
    ["0", { status: 429, retryAfterMs: 0 }],
    ["-1", { status: 429 }],
    ["Wed, 21 Oct 2026 07:28:00 GMT", { status: 429, retryAfterMs: 30_000 }],
    ["Wed, 21 Oct 2026 07:27:00 GMT", { status: 429, retryAfterMs: 0 }],
    ["soon", { status: 429 }],
    [undefined, { status: 429 }],
  ])("reads Retry-After: %s", (value, failure) => {
    const headers = new Headers({ Date: "Wed, 21 Oct 2026 07:27:30 GMT" });
    if (value !== undefined) headers.set("Retry-After", value);
    expect(readFailure(new ReplyError({ status: 429, headers, body: undefined }))).toEqual(failure);
  });

  it("reads a moment by the browser's clock, where the server's is not known", () => {
    const headers = new Headers({ "Retry-After": new Date(Date.now() + 60_000).toUTCString() });
    const { retryAfterMs } = readFailure(new ReplyError({ status: 503, headers, body: undefined }));
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it("has status 0 where no response came", () => {
    expect(readFailure(new RequestError("Network failure"))).toEqual({ status: 0 });
    expect(readFailure(new TypeError("anything else"))).toEqual({ status: 0 });
  });
});
