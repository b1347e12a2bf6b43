import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Realm, useRealm } from "../realm.ts";

let stored: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  stored = new Map();
  vi.useFakeTimers({ now: 1000 });
});

afterEach(() => {
  vi.useRealTimers();
  useRealm(globalThis as Realm);
});

it("keeps the first display and the last feedback, node by node", async () => {
  const records = await recordsWith(storage());
  records.recordDisplay("n1");
  vi.setSystemTime(2000);
  records.recordDisplay("n1");
  records.recordFeedback("n1");
  records.recordFeedback("n2");
  expect(JSON.parse(stored.get("FLOW/widget") ?? "")).toEqual({
    n1: { isWidgetDisplayedBefore: true, firstNow: 1000, lastFeedbackDate: 2000 },
    n2: { lastFeedbackDate: 2000 },
  });
  expect(records.readWidgetRecord("n1").firstNow).toBe(1000);
  expect(records.readWidgetRecord("n3")).toEqual({});
});

it("begins anew over what it cannot read", async () => {
  for (const text of ["{", "null", '"text"', "[1"]) {
    stored.set("FLOW/widget", text);
    const records = await recordsWith(storage());
    expect(records.readWidgetRecord("n1")).toEqual({});
    records.recordDisplay("n1");
    expect(records.readWidgetRecord("n1").isWidgetDisplayedBefore).toBe(true);
  }
});

it("remembers for as long as the page lives where the storage is blocked", async () => {
  const records = await recordsWith({
    get: () => {
      throw new Error("SecurityError");
    },
  });
  records.recordDisplay("n1");
  expect(records.readWidgetRecord("n1")).toEqual({ isWidgetDisplayedBefore: true, firstNow: 1000 });
});

/** A fresh module, as on a fresh page, in a realm with this `localStorage`. */
async function recordsWith(localStorage: PropertyDescriptor) {
  const realm = await import("../realm.ts");
  realm.useRealm(Object.create(globalThis, { localStorage }) as Realm);
  return await import("./records.ts");
}

function storage(): PropertyDescriptor {
  return {
    value: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
    },
  };
}
