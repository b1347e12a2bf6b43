import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Core } from "../core/parts.ts";
import type { Call } from "../host/call.ts";
import { createSubscriptions } from "../host/subscriptions.ts";
import { FRAME_HANDLERS } from "../lifecycle/frameEvents.ts";
import { addHandlers, update } from "../lifecycle/lifecycle.ts";
import type { LifecycleEvent } from "../lifecycle/messages.ts";
import { createLifecycle, isAllowed } from "../lifecycle/state.ts";
import { getView } from "../lifecycle/view.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import type { HostMessage } from "../protocol/protocol.ts";
import { createCommands } from "./commands.ts";
import { createFrameMessages } from "./frameMessages.ts";

addHandlers(FRAME_HANDLERS);

const LABELS = { open: "Open feedback", close: "Close", title: "Feedback" };

let reported: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  reported = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => reported.mockRestore());

describe("open", () => {
  it("is fulfilled when the visitor sees the frame", async () => {
    const { send, run, ready } = start();
    send({ type: "open", _keyboard: false });
    const opened = settlement(run("open"));
    expect(await opened.now()).toBe("waits");
    ready();
    expect(await opened.end()).toEqual({ value: undefined });
  });

  it("and also if the visitor closes it before", async () => {
    const { send, run } = start();
    send({ type: "open", _keyboard: false });
    const opened = settlement(run("open"));
    send({ type: "close" });
    expect(await opened.end()).toEqual({ value: undefined });
  });

  it.each([
    ["not_allowed", {}, true, { _addressEnabled: false }],
    ["node_unavailable", {}, false, {}],
    ["consent_required", { consent: "required" }, true, {}],
  ])("is refused: %s", async (code, configuration, available, load) => {
    const { send, run } = start(configuration, available, load);
    for (const name of ["open", "toggle", "openOnce", "openChat"]) {
      send({ type: "open", _keyboard: false });
      expect(await settlement(run(name)).end(), name).toEqual({ code });
    }
    expect(reported).not.toHaveBeenCalled();
  });

  it("is refused when the widget fails or is removed before", async () => {
    for (const [reason, code] of [
      ["not_answered", "frame_failed"],
      ["destroyed", "destroyed"],
    ] as const) {
      const { send, run, commands } = start();
      send({ type: "open", _keyboard: false });
      const opened = settlement(run("open"));
      commands.end(reason);
      expect(await opened.end()).toEqual({ code });
      expect(await settlement(run("close")).end()).toEqual({ code });
      expect(await settlement(run("destroy")).end()).toEqual({ value: undefined });
    }
  });
});

it.each([
  ["frame_refused", "frame_failed"],
  ["domain_not_allowed", "domain_not_allowed"],
] as const)("a call before this module was there says why the widget ended: %s", async (reason, code) => {
  const { send, run, commands } = start();
  send({ type: "open", _keyboard: false });
  if (reason === "frame_refused") send({ type: reason });
  else send({ type: "_start_failed", reason });
  const calls = ["open", "toggle", "openOnce", "openChat", "show", "ready"].map((name) =>
    settlement(run(name)),
  );
  commands.end(reason);
  for (const call of calls) expect(await call.end()).toEqual({ code });
});

it("openOnce says whether the widget was opened", async () => {
  const { send, run, ready } = start({ display_once: true }, true, { _record: { firstNow: 1 } });
  send({ type: "_open_once" });
  expect(await settlement(run("openOnce")).end()).toEqual({ value: false });
  send({ type: "open", _keyboard: false });
  ready();
  expect(await settlement(run("openOnce")).end()).toEqual({ value: true });
});

describe("openChat", () => {
  it("tells the frame as soon as it is ready, once", async () => {
    const { send, run, posted, ready } = start();
    send({ type: "open", _keyboard: false });
    const opened = settlement(run("openChat"));
    expect(posted).toEqual([]);
    ready("open_chat");
    expect(await opened.end()).toEqual({ value: undefined });
    ready("open_chat");
    expect(posted).toEqual([{ type: "open_chat" }]);
  });

  it("is refused where the server's version does not know it", async () => {
    const { send, run, ready } = start();
    send({ type: "open", _keyboard: false });
    const opened = settlement(run("openChat"));
    ready("prefill");
    expect(await opened.end()).toEqual({ code: "not_supported" });
  });
});

describe("identify", () => {
  it("reaches each frame that becomes ready; the last call counts", async () => {
    const { run, posted, ready } = start();
    run("identify", { email: "a" });
    expect(await settlement(run("identify", { email: "b" }, { plan: "gold" })).end()).toEqual({
      value: undefined,
    });
    expect(posted).toEqual([]);
    ready();
    ready();
    const message = {
      type: "identify",
      customer: { email: "b" },
      attributes: { plan: "gold" },
      jws: undefined,
    };
    expect(posted).toEqual([message, message]);
  });

  it.each([
    ["no object", ["ada"]],
    ["a list", [null, ["gold"]]],
    ["no text", [null, null, 7]],
    ["functions", [{ name: () => "Ada" }]],
    ["too much", [{ name: "a".repeat(12 * 1024) }]],
  ])("refuses %s, and says so once", async (_, given) => {
    const { run, posted, ready } = start();
    expect(await settlement(run("identify", ...given)).end()).toEqual({ code: "invalid_argument" });
    expect(reported).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^\[Pulsen\] PSN\.identify takes /),
    );
    ready();
    expect(posted).toEqual([]);
  });

  it("refuses what is not signed under secure_mode, and forgets who was known", async () => {
    const { run, posted, ready } = start({ secure_mode: true });
    ready();
    run("identify", null, null, "a.b.c");
    expect(await settlement(run("identify", { email: "a" })).end()).toEqual({ code: "unsigned_attributes" });
    expect(posted.at(-1)).toEqual({ type: "identify" });
    expect(reported).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("unsigned_attributes"));
    expect(await settlement(run("identify")).end()).toEqual({ value: undefined });
  });
});

describe("prefill and setLanguage", () => {
  it("reach each frame that becomes ready", async () => {
    const { run, posted, ready, core } = start();
    await settlement(run("prefill", { mood: "good" })).end();
    await settlement(run("setLanguage", "pt-BR")).end();
    ready();
    expect(posted).toEqual([
      { type: "prefill", answers: { mood: "good" } },
      { type: "language", language: "pt-br" },
    ]);
    // The server of this test does not exist: the labels stay as they are.
    expect(core.setLanguage).toHaveBeenCalledExactlyOnceWith("pt-br", LABELS);
  });

  it.each([
    ["prefill", undefined],
    ["prefill", ["good"]],
    ["prefill", "good"],
    ["setLanguage", "türkçe"],
    ["setLanguage", undefined],
    ["consent", "yes"],
    ["consent", undefined],
    ["on", "PSN_WIDGET_OPENED"],
    ["once", 7],
  ])("%s(%j) is refused", async (name, argument) => {
    const { run } = start();
    expect(await settlement(run(name, argument)).end()).toEqual({ code: "invalid_argument" });
    expect(reported).toHaveBeenCalledTimes(1);
  });
});

describe("consent(false)", () => {
  it("is fulfilled when all is erased", async () => {
    const { run, commands } = start({}, true, {}, () => true);
    const erased = settlement(run("consent", false));
    expect(await erased.now()).toBe("waits");
    commands.erased(true);
    expect(await erased.end()).toEqual({ value: undefined });
  });

  it("is refused if that fails, and has nothing to wait for where nothing is stored", async () => {
    const { run, commands } = start({}, true, {}, () => true);
    const erased = settlement(run("consent", false));
    commands.erased(false);
    expect(await erased.end()).toEqual({ code: "frame_failed" });
    expect(await settlement(start().run("consent", false)).end()).toEqual({ value: undefined });
  });
});

it("callbacks of `once` are called once", () => {
  const { run, subscriptions } = start();
  const [once, on] = [vi.fn(), vi.fn()];
  run("once", "PSN_WIDGET_OPENED", once);
  run("on", "PSN_WIDGET_OPENED", on);
  run("once", "PSN_WIDGET_OPENED", once);
  run("off", "PSN_WIDGET_OPENED", on);
  subscriptions.notify("PSN_WIDGET_OPENED", {});
  subscriptions.notify("PSN_WIDGET_OPENED", {});
  expect([once.mock.calls.length, on.mock.calls.length]).toEqual([2, 0]);
});

it("ready is fulfilled at once, or refused where the node takes no feedback", async () => {
  expect(await settlement(start().run("ready")).end()).toEqual({ value: undefined });
  expect(await settlement(start({}, false).run("ready")).end()).toEqual({ code: "node_unavailable" });
});

it("unknown commands are refused and reported", async () => {
  const { run } = start();
  expect(await settlement(run("toString")).end()).toEqual({ code: "unknown_command" });
  expect(reported).toHaveBeenCalledExactlyOnceWith('[Pulsen] window.PSN has no command "toString".');
});

it("calls of stubs without promises are carried out too", () => {
  const { commands, posted, ready } = start();
  commands.run(["identify", { email: "a" }]);
  commands.run(["toString"]);
  ready();
  expect(posted).toHaveLength(1);
});

/** Starts commands on a page that has been parsed, with the real life cycle. */
function start(
  config: WidgetConfiguration = {},
  available = true,
  load: object = {},
  isErasing: () => boolean = () => false,
) {
  const state = createLifecycle(config, available);
  const core = {
    state,
    _configuration: { code: "PSN-TEST001", api_base: "https://pulsen.invalid", config },
    _isAllowed: () => isAllowed(state),
    labels: LABELS,
    setLanguage: vi.fn(),
    _send: (event: LifecycleEvent) => send(event),
  } as unknown as Core & { setLanguage: ReturnType<typeof vi.fn> };
  const posted: HostMessage[] = [];
  const subscriptions = createSubscriptions();
  const [erase, unread] = [vi.fn(), { count: vi.fn(), stop: vi.fn() }];
  const messages = createFrameMessages(core, (message) => posted.push(message));
  const commands = createCommands(core, subscriptions, messages, { isErasing, erase, stop: vi.fn() }, unread);
  const send = (event: LifecycleEvent) => {
    update(state, event, 1000);
    commands.rendered(getView(state));
  };
  send({ type: "load", _mobile: false, _addressEnabled: true, _record: {}, _draw: 0, ...load });
  return {
    core,
    commands,
    subscriptions,
    erase,
    unread,
    posted,
    send,
    run(...call: unknown[]) {
      const taken = call as unknown as Call;
      taken.promise = new Promise((resolve, reject) => Object.assign(taken, { resolve, reject }));
      commands.run(taken);
      return taken.promise;
    },
    ready(features?: string) {
      send({ type: "ready" });
      messages.ready({ type: "ready", ...(features && { features }) });
      commands.frameReady();
    },
  };
}

describe("reset", () => {
  it("closes the widget, forgets what the host has said and lets the frame forget its part", async () => {
    const { run, posted, ready, send, core, commands } = start();
    send({ type: "open", _keyboard: false });
    ready("reset");
    await run("identify", { external_id: "42" });
    await run("prefill", { mood: "good" });
    send({ type: "chat_state", unread: 2 });
    send({ type: "has_chat", hasChat: true });
    posted.length = 0;
    const reset = settlement(run("reset"));
    expect(posted).toEqual([{ type: "reset" }]);
    expect(core.state).toMatchObject({ open: false, unread: 0, _record: { hasChat: false } });
    expect(core.state.identity).toBeUndefined();
    expect(await reset.now()).toBe("waits");
    commands.visitorForgotten();
    expect(await reset.end()).toEqual({ value: undefined });
    ready("reset");
    expect(posted).toHaveLength(1);
  });

  it("reaches a frame that is loading before what the host says of the next visitor", async () => {
    const { run, posted, ready, send } = start();
    send({ type: "open", _keyboard: false });
    await run("identify", { external_id: "42" });
    run("openChat");
    run("reset");
    await run("identify", { external_id: "43" });
    ready("reset open_chat");
    expect(posted).toMatchObject([{ type: "reset" }, { type: "identify", customer: { external_id: "43" } }]);
  });

  it("is said again to a frame that was reloaded before it had forgotten", async () => {
    const { run, posted, ready, send, commands } = start();
    send({ type: "open", _keyboard: false });
    ready("reset");
    const reset = settlement(run("reset"));
    ready("reset");
    expect(posted).toEqual([{ type: "reset" }, { type: "reset" }]);
    commands.visitorForgotten();
    expect(await reset.end()).toEqual({ value: undefined });
  });

  it("loads a frame for it where there is none: another page may have stored something", async () => {
    let isErasing = false;
    const { run, erase, commands } = start({}, true, {}, () => isErasing);
    erase.mockImplementation(() => {
      isErasing = true;
    });
    const reset = settlement(run("reset"));
    expect(erase).toHaveBeenCalledWith("reset");
    expect(await reset.now()).toBe("waits");
    commands.erased(true);
    expect(await reset.end()).toEqual({ value: undefined });
  });

  it("has nothing to forget without consent", async () => {
    const { run, erase } = start({ consent: "required" });
    expect(await settlement(run("reset")).end()).toEqual({ value: undefined });
    expect(erase).not.toHaveBeenCalled();
  });

  it("is refused where the frame does not know it", async () => {
    const { send, run, ready } = start();
    send({ type: "open", _keyboard: false });
    const reset = settlement(run("reset"));
    ready("prefill");
    expect(await reset.end()).toEqual({ code: "not_supported" });
    expect(await settlement(run("reset")).end()).toEqual({ code: "not_supported" });
  });

  it("by such a frame nothing else is refused that waits", async () => {
    const { send, run, ready, commands } = start({}, true, {}, () => true);
    const erased = settlement(run("consent", false));
    send({ type: "open", _keyboard: false });
    ready("prefill");
    expect(await erased.now()).toBe("waits");
    commands.erased(true);
    expect(await erased.end()).toEqual({ value: undefined });
  });

  it.each([
    [true, { value: undefined }],
    [false, { code: "frame_failed" }],
  ])("ends with the erasing where the frame is taken away meanwhile: %s", async (isErased, end) => {
    const { send, run, ready, commands } = start();
    send({ type: "open", _keyboard: false });
    ready("reset");
    const reset = settlement(run("reset"));
    send({ type: "consent", given: false, _record: {} });
    commands.erased(isErased);
    expect(await reset.end()).toEqual(end);
  });
});

describe("unread replies", () => {
  it("that are being counted are dropped with the visitor", async () => {
    const { run, unread } = start({}, true, {}, () => true);
    await run("identify", { external_id: "42" });
    expect(unread.stop).toHaveBeenCalledTimes(1);
    await run("identify", { external_id: "42" });
    expect(unread.stop).toHaveBeenCalledTimes(1);
    run("reset");
    expect(unread.stop).toHaveBeenCalledTimes(2);
  });

  it("are counted again, without a frame, for each person whom the host names", async () => {
    const { run, core, unread, send } = start({}, true, { _record: { hasChat: true } });
    send({ type: "unread_counted", unread: 2, hasChat: true });
    await run("identify", { external_id: "42" }, { plan: "gold" });
    expect(core.state).toMatchObject({ unread: 0, identity: { customer: { external_id: "42" } } });
    await run("identify", { external_id: "42" }, { plan: "silver" });
    expect(unread.count).toHaveBeenCalledTimes(1);
    await run("identify", null, null, "a.b.c");
    expect(core.state.identity).toEqual({ type: "identify", customer: null, jws: "a.b.c" });
    expect(unread.count).toHaveBeenCalledTimes(2);
  });
});

/** How a promise settles. */
function settlement(promise: Promise<unknown>) {
  const end = promise.then(
    (value) => ({ value }),
    ({ name, code }) => (name === "PulsenError" ? { code } : { name }),
  );
  return {
    end: () => end,
    now: () => Promise.race([end, new Promise((resolve) => setTimeout(() => resolve("waits"), 0))]),
  };
}
