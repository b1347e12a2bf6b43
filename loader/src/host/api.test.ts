import { describe, expect, it, vi } from "vitest";
import { commandOf, type HostWindow, installApi } from "./api.ts";
import type { Call } from "./call.ts";

/** `window.PSN` as a host uses it. */
type Psn = ((...call: unknown[]) => Promise<unknown>) &
  Record<string, (...args: unknown[]) => Promise<unknown>>;

describe("window.PSN", () => {
  it("takes commands of both notations", () => {
    const { psn, calls } = install();
    psn("identify", { email: "a" }, { plan: "gold" }, "a.b.c");
    psn.identify?.({ email: "a" }, { plan: "gold" }, "a.b.c");
    expect(calls.map((call) => Array.from(call))).toEqual([
      ["identify", { email: "a" }, { plan: "gold" }, "a.b.c"],
      ["identify", { email: "a" }, { plan: "gold" }, "a.b.c"],
    ]);
  });

  it("returns promises that are settled when the command is carried out", async () => {
    const { psn, calls } = install();
    const [opened, closed] = [psn("open"), psn.close?.()];
    calls[0]?.resolve?.("done");
    calls[1]?.reject?.(new Error("no"));
    expect(await opened).toBe("done");
    await expect(closed).rejects.toThrow("no");
  });

  it("replays what a stub has queued, in order", () => {
    const stub = Object.assign(() => {}, { q: [["open"], ["on", "PSN_END_OF_FLOW", vi.fn()], ["close"]] });
    const { calls, api } = install({ PSN: stub });
    api?._replay();
    expect(calls.map(({ 0: name }) => name)).toEqual(["open", "on", "close"]);
  });

  it("replaces a stub that has methods", () => {
    const stub = Object.assign(() => {}, { q: [], open: () => {}, destroy: () => {} });
    expect(install({ PSN: stub }).api).toBeDefined();
  });

  it("knows its commands and no inherited names", () => {
    expect(commandOf(["openOnce"])).toBe("_open_once");
    expect(commandOf(["identify"])).toBe(true);
    expect(commandOf(["event", "paid"])).toBe("_host_event");
    expect(commandOf(["on"])).toBe(false);
    for (const name of ["toString", "constructor", "__proto__", "", undefined, 7]) {
      expect(commandOf([name])).toBeUndefined();
    }
  });

  it("is installed once, and again after it has been removed", () => {
    const { host, api } = install();
    expect(install(host).api).toBeUndefined();
    api?.remove();
    expect("PSN" in host).toBe(false);
    expect(install(host).api).toBeDefined();
  });

  it("speaks to the first widget of a page; each has commands of its own", async () => {
    const first = install();
    const second = install(first.host, "PSN-TEST002");
    expect([first.api?._isFirst, second.api?._isFirst]).toEqual([true, false]);
    first.psn("open");
    const other = (first.psn.widget as unknown as (code: string) => Psn)("PSN-TEST002");
    other("close");
    expect(first.calls.map(({ 0: name }) => name)).toEqual(["open"]);
    expect(second.calls.map(({ 0: name }) => name)).toEqual(["close"]);
    first.api?.remove();
    expect(first.host.PSN).toBe(other);
    second.api?.remove();
    expect("PSN" in first.host).toBe(false);
  });

  it("replays a stub's calls to the first widget only", () => {
    const host = { PSN: Object.assign(() => {}, { q: [["open"]] }) };
    const first = install(host);
    const second = install(host, "PSN-TEST002");
    first.api?._replay();
    second.api?._replay();
    expect([first.calls.length, second.calls.length]).toEqual([1, 0]);
  });

  it("is taken over by a new loader after a widget has failed", () => {
    const { host, api, psn } = install();
    api?._leave();
    expect(host.PSN).toBe(psn);
    const next = install(host);
    expect(next.api?._isFirst).toBe(true);
    expect(host.PSN).not.toBe(psn);
    // The end of the old one concerns nobody any more.
    api?._leave();
    expect(install(host).api).toBeUndefined();
  });

  it("leaves room for another stub where the host's cannot be deleted", () => {
    const host = Object.defineProperty({}, "PSN", { value: () => {}, writable: true }) as HostWindow;
    install(host).api?.remove();
    expect(host.PSN).toBeUndefined();
    expect(install(host).api).toBeDefined();
  });
});

function install(host: HostWindow = {}, code = "PSN-TEST001") {
  const calls: Call[] = [];
  const api = installApi(
    host,
    code,
    (call) => calls.push(call),
    () => false,
  );
  return { host, calls, api, psn: host.PSN as unknown as Psn };
}
