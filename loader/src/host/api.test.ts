import { describe, expect, it, vi } from "vitest";
import { type Api, type HostWindow, installApi } from "./api.ts";

describe("window.PSN", () => {
  it("turns commands of both notations into events", () => {
    const { psn, send } = install();
    psn.open();
    psn("close");
    psn("toggle");
    psn.openOnce();
    psn("hide");
    psn.show();
    psn.destroy();
    expect(send.mock.calls).toEqual([
      [{ type: "open", keyboard: false }],
      [{ type: "close" }],
      [{ type: "toggle", keyboard: false }],
      [{ type: "open_once" }],
      [{ type: "hide" }],
      [{ type: "show" }],
      [{ type: "destroy" }],
    ]);
  });

  it("replays queued commands in order", () => {
    const stub = Object.assign(() => {}, { q: [["open"], ["on", "PSN_END_OF_FLOW", vi.fn()], ["close"]] });
    const host: HostWindow = { PSN: stub };
    const send = vi.fn();
    installApi(host, send)?.replay();
    expect(send.mock.calls).toEqual([[{ type: "open", keyboard: false }], [{ type: "close" }]]);
  });

  it("calls back for a type of message until the callback is removed", () => {
    const { psn, api } = install();
    const [opened, closed] = [vi.fn(), vi.fn()];
    psn.on("PSN_WIDGET_OPENED", opened);
    psn("on", "PSN_WIDGET_CLOSED", closed);
    api.notify("PSN_WIDGET_OPENED", { channel_id: "c1" });
    psn.off("PSN_WIDGET_OPENED", opened);
    api.notify("PSN_WIDGET_OPENED", { channel_id: "c1" });
    expect(opened.mock.calls).toEqual([[{ channel_id: "c1" }]]);
    expect(closed).not.toHaveBeenCalled();
  });

  it("calls all callbacks, even if one removes itself and another throws", () => {
    const console = vi.spyOn(globalThis.console, "error").mockImplementation(() => {});
    const { psn, api } = install();
    const calls: string[] = [];
    const callOnce = () => {
      calls.push("once");
      psn.off("PSN_END_OF_FLOW", callOnce);
    };
    psn.on("PSN_END_OF_FLOW", callOnce);
    psn.on("PSN_END_OF_FLOW", () => {
      throw new Error("the host's");
    });
    psn.on("PSN_END_OF_FLOW", () => calls.push("last"));
    api.notify("PSN_END_OF_FLOW", {});
    api.notify("PSN_END_OF_FLOW", {});
    expect(calls).toEqual(["once", "last", "last"]);
    expect(console).toHaveBeenCalledTimes(2);
    console.mockRestore();
  });

  it("passes on who the visitor is", () => {
    const { psn, send } = install();
    psn.identify({ email: "a" }, { plan: "gold" }, "a.b.c");
    psn("identify", { email: "a" });
    psn.identify();
    expect(send.mock.calls).toEqual([
      [{ type: "identify", customer: { email: "a" }, attributes: { plan: "gold" }, jws: "a.b.c" }],
      [{ type: "identify", customer: { email: "a" } }],
      [{ type: "identify" }],
    ]);
  });

  it("replays who the visitor is with all three values", () => {
    const stub = Object.assign(() => {}, { q: [["identify", null, null, "a.b.c"]] });
    const send = vi.fn();
    installApi({ PSN: stub }, send)?.replay();
    expect(send).toHaveBeenCalledExactlyOnceWith({
      type: "identify",
      customer: null,
      attributes: null,
      jws: "a.b.c",
    });
  });

  it("reports unknown commands", () => {
    const console = vi.spyOn(globalThis.console, "error").mockImplementation(() => {});
    const { psn } = install();
    psn("toString" as "open");
    expect(console).toHaveBeenCalledExactlyOnceWith('[Pulsen] window.PSN has no command "toString".');
    console.mockRestore();
  });

  it("is installed once, and again after it has been removed", () => {
    const { host, api } = install();
    expect(installApi(host, vi.fn())).toBeUndefined();
    api.remove();
    expect("PSN" in host).toBe(false);
    expect(installApi(host, vi.fn())).toBeDefined();
  });
});

function install() {
  const host: HostWindow = {};
  const send = vi.fn();
  const api = installApi(host, send);
  if (!api) throw new Error("not installed");
  return { host, send, api, psn: host.PSN as Api };
}
