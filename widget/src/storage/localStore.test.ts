import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** Each test gets modules of its own: their memory must not leak into the next one. */
beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

describe("with local storage", () => {
  it("keeps entries there", async () => {
    const stored = new Map<string, string>();
    vi.stubGlobal("window", { localStorage: mapStorage(stored) });
    const store = await import("./localStore");

    store.writeJson("FLOW/widget", { a: 1 });

    expect(stored.get("FLOW/widget")).toBe('{"a":1}');
    expect(store.readJson("FLOW/widget")).toEqual({ a: 1 });
    store.removeEntry("FLOW/widget");
    expect(stored.size).toBe(0);
  });

  it("ignores a damaged entry", async () => {
    vi.stubGlobal("window", { localStorage: mapStorage(new Map([["FLOW/session", "{half"]])) });
    const store = await import("./localStore");

    expect(store.readJson("FLOW/session")).toBeUndefined();
    expect(store.readRecord("FLOW/session")).toEqual({});
  });

  it("keeps in memory what no longer fits", async () => {
    const full = mapStorage(new Map([["FLOW/device_id", "old"]]));
    full.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    vi.stubGlobal("window", { localStorage: full });
    const store = await import("./localStore");

    store.writeText("FLOW/device_id", "new");

    expect(store.readText("FLOW/device_id")).toBe("new");
  });
});

describe("with all storage blocked", () => {
  /** As in a third-party frame: reading the property throws. */
  beforeEach(() => {
    vi.stubGlobal("window", {
      get localStorage() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });

  it("remembers entries for the lifetime of the page", async () => {
    const store = await import("./localStore");

    expect(store.readText("FLOW/device_id")).toBeUndefined();
    store.writeText("FLOW/device_id", "a");
    expect(store.readText("FLOW/device_id")).toBe("a");
    store.removeEntry("FLOW/device_id");
    expect(store.readText("FLOW/device_id")).toBeUndefined();
  });

  it("gives the device one id", async () => {
    const { deviceId } = await import("./visitor");

    const id = deviceId();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(deviceId()).toBe(id);
  });

  it("remembers partial saves and the cache", async () => {
    const { storeFeedback, storedFeedbackId } = await import("./feedbackRecords");
    const { readCache, writeCache } = await import("./cache");

    storeFeedback({ feedbackId: "f", nodeId: "n", flowId: "w" });
    writeCache("x", [1]);

    expect(storedFeedbackId("n", "w")).toBe("f");
    expect(readCache("x")).toEqual([1]);
  });
});

function mapStorage(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}
