// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { call } from "./call";
import { isReachable, noteAnswer, noteLive, subscribeToReach } from "./reach";

afterEach(() => {
  vi.unstubAllGlobals();
  noteLive(false);
  noteAnswer(true);
});

const answer = (how: () => Promise<Response>) => vi.stubGlobal("fetch", how);
const nothing = () => Promise.reject(new TypeError("Failed to fetch"));

it("knows from calls and events whether the server can be reached", async () => {
  const seen: boolean[] = [];
  const stop = subscribeToReach(() => seen.push(isReachable()));
  answer(nothing);
  await expect(call("GET", "/v1/staff/session")).rejects.toThrow("cannot be reached");
  // A refusal is an answer.
  answer(async () => new Response("{}", { status: 500 }));
  await expect(call("GET", "/v1/staff/session")).rejects.toThrow();
  expect(seen).toEqual([false, true]);
  stop();
  noteAnswer(false);
  expect(seen).toHaveLength(2);
});

it("takes one failed call for no more than that while events arrive", () => {
  noteLive(true);
  noteAnswer(false);
  expect(isReachable()).toBe(true);
  noteLive(false);
  expect(isReachable()).toBe(false);
  noteLive(true);
  noteLive(false);
  expect(isReachable()).toBe(true);
});

it("says nothing of the server where a call was given up", async () => {
  answer(nothing);
  const given = AbortSignal.abort();
  await expect(call("GET", "/v1/staff/session", undefined, { signal: given })).rejects.toThrow();
  expect(isReachable()).toBe(true);
});
