import { afterEach, beforeEach, expect, it } from "vitest";
import { type Globals, usePristineGlobals } from "../basics/pristineGlobals.ts";
import { readRecord, storeRecord } from "./displayRecords.ts";

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  useStorage({
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  });
});

afterEach(() => {
  usePristineGlobals(globalThis as Globals);
});

it("stores fields of the records of nodes", () => {
  expect(readRecord("n1")).toEqual({});
  storeRecord("n1", { isWidgetDisplayedBefore: true, firstNow: 1000 });
  storeRecord("n1", { lastFeedbackDate: 2000 });
  storeRecord("n2", { isPopoverDismissed: true });
  const record = { isWidgetDisplayedBefore: true, firstNow: 1000, lastFeedbackDate: 2000 };
  expect(readRecord("n1")).toEqual(record);
  expect(readRecords()).toEqual({ n1: record, n2: { isPopoverDismissed: true } });
});

it("replaces an entry that it cannot read", () => {
  for (const text of ["{", "null", '"text"', "[1"]) {
    stored.set("FLOW/widget", text);
    expect(readRecord("n1"), text).toEqual({});
    storeRecord("n1", { firstNow: 1000 });
    expect(readRecords(), text).toEqual({ n1: { firstNow: 1000 } });
  }
});

it("stores nothing if the storage is blocked or full", () => {
  const fail = () => {
    throw new Error("SecurityError");
  };
  useStorage({ getItem: () => null, setItem: fail });
  storeRecord("n1", { firstNow: 1000 });
  useStorage({ getItem: fail, setItem: fail });
  storeRecord("n1", { firstNow: 1000 });
  expect(readRecord("n1")).toEqual({});
  usePristineGlobals(Object.create(globalThis, { localStorage: { get: fail } }) as Globals);
  storeRecord("n1", { firstNow: 1000 });
  expect(readRecord("n1")).toEqual({});
  expect(stored.size).toBe(0);
});

function useStorage(localStorage: Pick<Storage, "getItem"> & { setItem: unknown }) {
  usePristineGlobals(Object.create(globalThis, { localStorage: { value: localStorage } }) as Globals);
}

function readRecords(): unknown {
  return JSON.parse(stored.get("FLOW/widget") ?? "");
}
