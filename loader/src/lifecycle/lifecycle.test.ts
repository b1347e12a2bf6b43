import { describe, expect, it } from "vitest";
import type { WidgetConfiguration } from "../configuration.ts";
import { ANSWER_GRACE_MS, LOAD_DEADLINE_MS, update } from "./lifecycle.ts";
import type { LifecycleEffect, LifecycleEvent } from "./messages.ts";
import { createLifecycle, type LifecycleState } from "./state.ts";
import { getView } from "./view.ts";

const CHANNEL = { id: "c1", name: "Shop" };
const DATA = { channel_id: "c1", channel_name: "Shop" };

const LOAD: LifecycleEvent = { type: "load", mobile: false, addressEnabled: true };
const OPEN: LifecycleEvent = { type: "open", keyboard: false };
const CLOSE: LifecycleEvent = { type: "close" };
const READY: LifecycleEvent = { type: "ready" };

const CREATE: LifecycleEffect[] = [
  { type: "create_frame" },
  { type: "start_timer", timer: "load_deadline", afterMs: LOAD_DEADLINE_MS },
];
const OPENED = widgetMessage("PSN_WIDGET_OPENED");
const CLOSED = widgetMessage("PSN_WIDGET_CLOSED");
const RECORD: LifecycleEffect = { type: "record_display" };

describe("the start", () => {
  it("shows the launcher and stores nothing", () => {
    const { state, effects } = after({}, LOAD);
    expect(effects).toEqual([]);
    expect(getView(state)).toMatchObject({
      launcherVisible: true,
      open: false,
      busy: false,
      frameVisible: false,
    });
  });

  it("shows nothing before the page has been parsed", () => {
    expect(getView(createLifecycle({})).launcherVisible).toBe(false);
  });

  it("opens after parsing if the host asked for it before", () => {
    const { state, effects } = after({}, OPEN);
    expect(effects).toEqual([]);
    expect(update(state, LOAD)).toEqual([...CREATE, OPENED, RECORD]);
  });

  it("does not open after parsing if the host closed it again", () => {
    expect(after({}, OPEN, CLOSE, LOAD).effects).toEqual([]);
    expect(after({}, OPEN, { type: "toggle", keyboard: false }, LOAD).effects).toEqual([]);
  });

  it("does not appear if the widget is hidden, and notifies the host", () => {
    const { state, effects } = after({ hide_widget: true }, LOAD);
    expect(effects).toEqual([widgetMessage("PSN_WIDGET_HID")]);
    expect(getView(state).launcherVisible).toBe(false);
    expect(update(state, OPEN)).toEqual([]);
  });

  it("does not appear or open while its node takes no feedback", () => {
    const state = createLifecycle({}, false);
    update(state, LOAD);
    expect(getView(state).launcherVisible).toBe(false);
    expect(update(state, OPEN)).toEqual([]);
    update(state, { type: "address", addressEnabled: true });
    expect(getView(state).launcherVisible).toBe(false);
  });

  it("hides the launcher of an invisible widget, which the host can still open", () => {
    const { state } = after({ is_visible: false }, LOAD, OPEN, READY);
    expect(getView(state)).toMatchObject({ launcherVisible: false, frameVisible: true });
  });

  it("does not appear on mobile browsers if they are not enabled", () => {
    const mobile: LifecycleEvent = { type: "load", mobile: true, addressEnabled: true };
    expect(getView(after({ enabled_on_mobile: false }, mobile).state).launcherVisible).toBe(false);
    expect(getView(after({ enabled_on_mobile: false }, LOAD).state).launcherVisible).toBe(true);
    expect(getView(after({}, mobile).state).launcherVisible).toBe(true);
  });

  it("records the display at the start only if a rule depends on it", () => {
    expect(after({ display_once: true }, LOAD).effects).toEqual([RECORD]);
    expect(after({ display_once: true, is_visible: false }, LOAD).effects).toEqual([]);
  });
});

describe("who the visitor is", () => {
  const ADA = { type: "identify", customer: { email: "a" }, attributes: null, jws: null } as const;
  const BOB = { ...ADA, customer: { email: "b" } };
  const told = (message: typeof ADA | typeof BOB): LifecycleEffect => ({ type: "post_to_frame", message });

  it("waits for the frame, which hears of the last one", () => {
    const { state, effects } = after({}, LOAD, ADA, BOB, OPEN, { type: "frame_loaded" });
    expect(effects.filter(({ type }) => type === "post_to_frame")).toEqual([]);
    expect(update(state, READY)).toContainEqual(told(BOB));
  });

  it("is passed on at once to a frame that is there, and again to one that reloads", () => {
    const { state } = after({}, LOAD, OPEN, { type: "frame_loaded" }, READY);
    expect(update(state, ADA)).toEqual([told(ADA)]);
    expect(update(state, READY)).toContainEqual(told(ADA));
  });
});

describe("the address", () => {
  const elsewhere: LifecycleEvent = { type: "address", addressEnabled: false };
  const here: LifecycleEvent = { type: "address", addressEnabled: true };

  it("hides and shows the launcher", () => {
    const { state } = after({}, { type: "load", mobile: false, addressEnabled: false });
    expect(getView(state).launcherVisible).toBe(false);
    update(state, here);
    expect(getView(state).launcherVisible).toBe(true);
  });

  it("closes an open widget", () => {
    const { state, effects } = after({}, LOAD, OPEN, elsewhere);
    expect(effects).toEqual([CLOSED]);
    expect(getView(state)).toMatchObject({ open: false, launcherVisible: false });
    expect(update(state, OPEN)).toEqual([]);
    expect(update(state, { type: "intent" })).toEqual([]);
  });
});

describe("opening and closing", () => {
  it("loads the frame on the first intent, once", () => {
    const { state, effects } = after({}, LOAD, { type: "intent" });
    expect(effects).toEqual(CREATE);
    expect(update(state, { type: "intent" })).toEqual([]);
    expect(update(state, OPEN)).toEqual([OPENED, RECORD]);
    expect(getView(state)).toMatchObject({ open: true, busy: true, frameVisible: false });
  });

  it("shows the frame when it has answered", () => {
    const { state, effects } = after({}, LOAD, OPEN, READY);
    expect(effects).toEqual([visibility(true)]);
    expect(getView(state)).toMatchObject({ open: true, busy: false, frameVisible: true });
  });

  it("notifies a frame that is ready", () => {
    const { state, effects } = after({}, LOAD, { type: "intent" }, READY);
    expect(effects).toEqual([visibility(false)]);
    expect(update(state, OPEN)).toEqual([visibility(true), OPENED, RECORD]);
    expect(update(state, OPEN)).toEqual([]);
    expect(update(state, CLOSE)).toEqual([visibility(false), CLOSED]);
    expect(update(state, CLOSE)).toEqual([]);
  });

  it("moves the keyboard focus into the frame, at once or when the frame is ready", () => {
    const keyboard: LifecycleEvent = { type: "open", keyboard: true };
    const focus: LifecycleEffect = { type: "focus_frame", edge: "first" };
    expect(after({}, LOAD, keyboard, READY).effects).toEqual([visibility(true), focus]);
    const { effects } = after({}, LOAD, { type: "intent" }, READY, keyboard);
    expect(effects).toEqual([visibility(true), focus, OPENED, RECORD]);
    expect(after({}, LOAD, keyboard, CLOSE, READY).effects).toEqual([visibility(false)]);
  });

  it("toggles", () => {
    const toggle: LifecycleEvent = { type: "toggle", keyboard: false };
    expect(getView(after({}, LOAD, toggle).state).open).toBe(true);
    expect(getView(after({}, LOAD, toggle, toggle).state).open).toBe(false);
  });

  it("closes on Escape in the frame", () => {
    expect(after({}, LOAD, OPEN, READY, { type: "escape" }).effects).toEqual([visibility(false), CLOSED]);
  });

  it("posts to the window only if the widget has enabled domains", () => {
    const { effects } = after({ enabled_domains: ["example.com"] }, LOAD, OPEN);
    expect(effects).toContainEqual({ ...OPENED, toWindow: true });
  });
});

describe("the frame's messages", () => {
  it("shows the height, the kind of page and the unread replies in the view", () => {
    const { state } = after(
      {},
      LOAD,
      { type: "height", height: 321 },
      { type: "page_state", state: "chat" },
      { type: "chat_state", unread: 2 },
    );
    expect(getView(state)).toMatchObject({ contentHeight: 321, fullHeight: true, unread: 2 });
    update(state, { type: "page_state", state: "thank" });
    expect(getView(state).fullHeight).toBe(false);
  });

  it("moves the focus to the launcher, or in a full page to the frame's other end", () => {
    const last: LifecycleEvent = { type: "focus_leave", edge: "last" };
    const first: LifecycleEvent = { type: "focus_leave", edge: "first" };
    expect(after({}, LOAD, last).effects).toEqual([{ type: "focus_launcher" }]);
    const { state } = after({ full_page_on_mobile: true }, { ...LOAD, mobile: true });
    expect(getView(state).fullPage).toBe(true);
    expect(update(state, last)).toEqual([{ type: "focus_frame", edge: "first" }]);
    expect(update(state, first)).toEqual([{ type: "focus_frame", edge: "last" }]);
  });

  it("passes on the messages of flows, even without enabled domains", () => {
    const data = { feedback_id: "f" };
    const submitted = { message: "PSN_FEEDBACK_SUBMITTED", data, delayMs: 3000 } as const;
    const message: LifecycleEvent = { type: "host_message", ...submitted };
    const notified = { type: "notify_host", ...submitted, toWindow: true };
    expect(after({}, LOAD, message).effects).toEqual([notified]);
    const { effects } = after({ prevent_multiple_feedback: true }, LOAD, message);
    expect(effects).toEqual([notified, { type: "record_feedback" }]);
  });
});

describe("failure", () => {
  const deadline: LifecycleEvent = { type: "timer", timer: "load_deadline" };
  const grace: LifecycleEvent = { type: "timer", timer: "answer_grace" };

  it("waits a short time for an answer after the frame has loaded", () => {
    const { effects } = after({}, LOAD, { type: "intent" }, { type: "frame_loaded" });
    expect(effects).toEqual([{ type: "start_timer", timer: "answer_grace", afterMs: ANSWER_GRACE_MS }]);
  });

  it("fails if the frame does not load or does not answer", () => {
    expect(after({}, LOAD, { type: "intent" }, deadline).effects).toEqual([fail("not_loaded")]);
    const { effects } = after({}, LOAD, { type: "intent" }, { type: "frame_loaded" }, grace);
    expect(effects).toEqual([fail("not_answered")]);
  });

  it("ignores timers that are out of date", () => {
    const { state } = after({}, LOAD, { type: "intent" }, READY, { type: "frame_loaded" });
    expect(update(state, deadline)).toEqual([]);
    expect(update(state, grace)).toEqual([]);
    expect(getView(state).launcherVisible).toBe(true);
  });

  it("fails if the host's policy refuses the frame, but not for other frames of the provider", () => {
    const refused: LifecycleEvent = { type: "frame_refused" };
    expect(after({}, LOAD, { type: "intent" }, refused).effects).toEqual([fail("frame_refused")]);
    expect(after({}, LOAD, refused).effects).toEqual([]);
    expect(after({}, LOAD, { type: "intent" }, READY, refused).effects).toEqual([]);
  });

  it("notifies the host that an open widget has closed", () => {
    expect(after({}, LOAD, OPEN, deadline).effects).toEqual([CLOSED, fail("not_loaded")]);
  });

  it("ignores everything after that", () => {
    const { state } = after({}, { type: "start_failed", reason: "domain_not_allowed" });
    expect(update(state, LOAD)).toEqual([]);
    expect(update(state, OPEN)).toEqual([]);
    expect(update(state, { type: "destroy" })).toEqual([]);
  });

  it("removes the widget when the host destroys it", () => {
    expect(after({}, LOAD, { type: "destroy" }).effects).toEqual([{ type: "remove" }]);
    expect(after({}, LOAD, OPEN, { type: "destroy" }).effects).toEqual([CLOSED, { type: "remove" }]);
  });
});

/** Returns the state after these events, and the effects of the last one. */
function after(
  configuration: WidgetConfiguration,
  ...events: LifecycleEvent[]
): { state: LifecycleState; effects: LifecycleEffect[] } {
  const state = createLifecycle({ web_channel: CHANNEL, ...configuration });
  let effects: LifecycleEffect[] = [];
  for (const event of events) effects = update(state, event);
  return { state, effects };
}

function widgetMessage(message: string): LifecycleEffect {
  return { type: "notify_host", message, data: DATA, toWindow: false };
}

function visibility(open: boolean): LifecycleEffect {
  return { type: "post_to_frame", message: { type: "visibility", open } };
}

function fail(reason: "not_loaded" | "not_answered" | "frame_refused"): LifecycleEffect {
  return { type: "fail", reason };
}
