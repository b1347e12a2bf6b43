import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Globals, usePristineGlobals } from "../pristineGlobals.ts";
import { recordDisplay, recordFeedback } from "./displayRecords.ts";

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.useFakeTimers({ now: 1000 });
  useStorage({
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  });
});

afterEach(() => {
  vi.useRealTimers();
  usePristineGlobals(globalThis as Globals);
});

it("keeps the first display and the last feedback of each node", () => {
  recordDisplay("n1");
  vi.setSystemTime(2000);
  recordDisplay("n1");
  recordFeedback("n1");
  recordFeedback("n2");
  expect(readRecords()).toEqual({
    n1: { isWidgetDisplayedBefore: true, firstNow: 1000, lastFeedbackDate: 2000 },
    n2: { lastFeedbackDate: 2000 },
  });
});

it("replaces an entry that it cannot read", () => {
  for (const text of ["{", "null", '"text"', "[1"]) {
    stored.set("FLOW/widget", text);
    recordDisplay("n1");
    expect(readRecords(), text).toEqual({ n1: { isWidgetDisplayedBefore: true, firstNow: 1000 } });
  }
});

it("records nothing if the storage is blocked or full", () => {
  const fail = () => {
    throw new Error("SecurityError");
  };
  useStorage({ getItem: () => null, setItem: fail });
  recordDisplay("n1");
  useStorage({ getItem: fail, setItem: fail });
  recordFeedback("n1");
  usePristineGlobals(Object.create(globalThis, { localStorage: { get: fail } }) as Globals);
  recordDisplay("n1");
  expect(stored.size).toBe(0);
});

function useStorage(localStorage: Pick<Storage, "getItem"> & { setItem: unknown }) {
  usePristineGlobals(Object.create(globalThis, { localStorage: { value: localStorage } }) as Globals);
}

function readRecords(): unknown {
  return JSON.parse(stored.get("FLOW/widget") ?? "");
}
