import { describe, expect, it } from "vitest";
import type { WidgetConfiguration } from "../configuration.ts";
import {
  ANSWER_GRACE_MS,
  createLifecycle,
  type LifecycleState,
  LOAD_DEADLINE_MS,
  step,
  view,
} from "./lifecycle.ts";
import type { LifecycleEffect, LifecycleEvent } from "./messages.ts";

const CHANNEL = { id: "c1", name: "Shop" };
const DATA = { channel_id: "c1", channel_name: "Shop" };

const LOAD: LifecycleEvent = { type: "load", mobile: false, addressEnabled: true };
const OPEN: LifecycleEvent = { type: "open", keyboard: false };
const CLOSE: LifecycleEvent = { type: "close" };
const READY: LifecycleEvent = { type: "ready" };

const CREATE: LifecycleEffect[] = [
  { type: "create_frame" },
  { type: "schedule", timer: "load_deadline", afterMs: LOAD_DEADLINE_MS },
];
const OPENED = widgetMessage("PSN_WIDGET_OPENED");
const CLOSED = widgetMessage("PSN_WIDGET_CLOSED");
const RECORD: LifecycleEffect = { type: "record_display" };

describe("the start", () => {
  it("shows the launcher and stores nothing", () => {
    const { state, effects } = after({}, LOAD);
    expect(effects).toEqual([]);
    expect(view(state)).toMatchObject({ launcher: true, open: false, busy: false, content: false });
  });

  it("shows nothing before the page is there", () => {
    expect(view(createLifecycle({})).launcher).toBe(false);
  });

  it("keeps the wish to open until then", () => {
    const { state, effects } = after({}, OPEN);
    expect(effects).toEqual([]);
    expect(step(state, LOAD)).toEqual([...CREATE, OPENED, RECORD]);
  });

  it("forgets the wish when the host takes it back", () => {
    expect(after({}, OPEN, CLOSE, LOAD).effects).toEqual([]);
    expect(after({}, OPEN, { type: "toggle", keyboard: false }, LOAD).effects).toEqual([]);
  });

  it("stays away where the widget is switched off, and says so", () => {
    const { state, effects } = after({ hide_widget: true }, LOAD);
    expect(effects).toEqual([widgetMessage("PSN_WIDGET_HID")]);
    expect(view(state).launcher).toBe(false);
    expect(step(state, OPEN)).toEqual([]);
  });

  it("hides the launcher of an invisible widget, which the host can still open", () => {
    const { state } = after({ is_visible: false }, LOAD, OPEN, READY);
    expect(view(state)).toMatchObject({ launcher: false, content: true });
  });

  it("stays away from mobile browsers where it is not meant for them", () => {
    const mobile: LifecycleEvent = { type: "load", mobile: true, addressEnabled: true };
    expect(view(after({ enabled_on_mobile: false }, mobile).state).launcher).toBe(false);
    expect(view(after({ enabled_on_mobile: false }, LOAD).state).launcher).toBe(true);
    expect(view(after({}, mobile).state).launcher).toBe(true);
  });

  it("stores the display at once only where a rule needs it", () => {
    expect(after({ display_once: true }, LOAD).effects).toEqual([RECORD]);
    expect(after({ display_once: true, is_visible: false }, LOAD).effects).toEqual([]);
  });
});

describe("the address", () => {
  const elsewhere: LifecycleEvent = { type: "address", addressEnabled: false };
  const here: LifecycleEvent = { type: "address", addressEnabled: true };

  it("hides and shows the launcher", () => {
    const { state } = after({}, { type: "load", mobile: false, addressEnabled: false });
    expect(view(state).launcher).toBe(false);
    step(state, here);
    expect(view(state).launcher).toBe(true);
  });

  it("closes an open widget", () => {
    const { state, effects } = after({}, LOAD, OPEN, elsewhere);
    expect(effects).toEqual([CLOSED]);
    expect(view(state)).toMatchObject({ open: false, launcher: false });
    expect(step(state, OPEN)).toEqual([]);
    expect(step(state, { type: "approach" })).toEqual([]);
  });
});

describe("opening and closing", () => {
  it("loads the frame on approach, once", () => {
    const { state, effects } = after({}, LOAD, { type: "approach" });
    expect(effects).toEqual(CREATE);
    expect(step(state, { type: "approach" })).toEqual([]);
    expect(step(state, OPEN)).toEqual([OPENED, RECORD]);
    expect(view(state)).toMatchObject({ open: true, busy: true, content: false });
  });

  it("shows the frame when it has answered", () => {
    const { state, effects } = after({}, LOAD, OPEN, READY);
    expect(effects).toEqual([visibility(true)]);
    expect(view(state)).toMatchObject({ open: true, busy: false, content: true });
    expect(state.displayedBefore).toBe(true);
  });

  it("tells a frame that is there already", () => {
    const { state, effects } = after({}, LOAD, { type: "approach" }, READY);
    expect(effects).toEqual([visibility(false)]);
    expect(step(state, OPEN)).toEqual([visibility(true), OPENED, RECORD]);
    expect(step(state, OPEN)).toEqual([]);
    expect(step(state, CLOSE)).toEqual([visibility(false), CLOSED]);
    expect(step(state, CLOSE)).toEqual([]);
  });

  it("takes the keyboard's focus along, at once or when the frame is ready", () => {
    const keyboard: LifecycleEvent = { type: "open", keyboard: true };
    const focus: LifecycleEffect = { type: "focus_frame", edge: "first" };
    expect(after({}, LOAD, keyboard, READY).effects).toEqual([visibility(true), focus]);
    const { effects } = after({}, LOAD, { type: "approach" }, READY, keyboard);
    expect(effects).toEqual([visibility(true), focus, OPENED, RECORD]);
    expect(after({}, LOAD, keyboard, CLOSE, READY).effects).toEqual([visibility(false)]);
  });

  it("toggles", () => {
    const toggle: LifecycleEvent = { type: "toggle", keyboard: false };
    expect(view(after({}, LOAD, toggle).state).open).toBe(true);
    expect(view(after({}, LOAD, toggle, toggle).state).open).toBe(false);
  });

  it("closes on Escape in the frame", () => {
    expect(after({}, LOAD, OPEN, READY, { type: "escape" }).effects).toEqual([visibility(false), CLOSED]);
  });

  it("posts to the window only where there are enabled domains", () => {
    const { effects } = after({ enabled_domains: ["example.com"] }, LOAD, OPEN);
    expect(effects).toContainEqual({ ...OPENED, toWindow: true });
  });
});

describe("the frame's messages", () => {
  it("keeps its height, kind of page and unread replies for the view", () => {
    const { state } = after(
      {},
      LOAD,
      { type: "height", height: 321 },
      { type: "page_state", state: "chat" },
      { type: "chat_state", unread: 2 },
    );
    expect(view(state)).toMatchObject({ contentHeight: 321, fills: true, unread: 2 });
    step(state, { type: "page_state", state: "thank" });
    expect(view(state).fills).toBe(false);
  });

  it("gives the focus to the launcher, or in a full page to the frame's other end", () => {
    const last: LifecycleEvent = { type: "focus_leave", edge: "last" };
    const first: LifecycleEvent = { type: "focus_leave", edge: "first" };
    expect(after({}, LOAD, last).effects).toEqual([{ type: "focus_launcher" }]);
    const { state } = after({ full_page_on_mobile: true }, { ...LOAD, mobile: true });
    expect(view(state).fullPage).toBe(true);
    expect(step(state, last)).toEqual([{ type: "focus_frame", edge: "first" }]);
    expect(step(state, first)).toEqual([{ type: "focus_frame", edge: "last" }]);
  });

  it("passes flow messages on, also without enabled domains", () => {
    const data = { feedback_id: "f" };
    const message: LifecycleEvent = { type: "host_message", message: "PSN_FEEDBACK_SUBMITTED", data };
    const told = { type: "tell_host", message: "PSN_FEEDBACK_SUBMITTED", data, toWindow: true };
    expect(after({}, LOAD, message).effects).toEqual([told]);
    const { effects } = after({ prevent_multiple_feedback: true }, LOAD, message);
    expect(effects).toEqual([told, { type: "record_feedback" }]);
  });

  it("passes analytics on where they are enabled", () => {
    const event: LifecycleEvent = { type: "analytics", event: { event: "answered" } };
    expect(after({}, LOAD, event).effects).toEqual([]);
    expect(after({ analytics_enabled: true }, LOAD, event).effects).toEqual([
      { type: "push_analytics", event: { event: "answered" } },
    ]);
  });
});

describe("withdrawal", () => {
  const deadline: LifecycleEvent = { type: "timer", timer: "load_deadline" };
  const grace: LifecycleEvent = { type: "timer", timer: "answer_grace" };

  it("waits a short grace after the load", () => {
    const { effects } = after({}, LOAD, { type: "approach" }, { type: "frame_loaded" });
    expect(effects).toEqual([{ type: "schedule", timer: "answer_grace", afterMs: ANSWER_GRACE_MS }]);
  });

  it("withdraws when nothing loads, or nobody answers", () => {
    expect(after({}, LOAD, { type: "approach" }, deadline).effects).toEqual([withdraw("not_loaded")]);
    const { effects } = after({}, LOAD, { type: "approach" }, { type: "frame_loaded" }, grace);
    expect(effects).toEqual([withdraw("not_answered")]);
  });

  it("ignores timers that nobody waits for any more", () => {
    const { state } = after({}, LOAD, { type: "approach" }, READY, { type: "frame_loaded" });
    expect(step(state, deadline)).toEqual([]);
    expect(step(state, grace)).toEqual([]);
    expect(view(state).launcher).toBe(true);
  });

  it("withdraws when the host's policy refuses the frame, but not for other frames of ours", () => {
    const refused: LifecycleEvent = { type: "frame_refused" };
    expect(after({}, LOAD, { type: "approach" }, refused).effects).toEqual([withdraw("frame_refused")]);
    expect(after({}, LOAD, refused).effects).toEqual([]);
    expect(after({}, LOAD, { type: "approach" }, READY, refused).effects).toEqual([]);
  });

  it("says that an open widget has closed", () => {
    expect(after({}, LOAD, OPEN, deadline).effects).toEqual([CLOSED, withdraw("not_loaded")]);
  });

  it("does nothing any more after that", () => {
    const { state } = after({}, { type: "denied", reason: "domain_not_allowed" });
    expect(step(state, LOAD)).toEqual([]);
    expect(step(state, OPEN)).toEqual([]);
    expect(step(state, { type: "destroy" })).toEqual([]);
  });

  it("is removed by the host", () => {
    expect(after({}, LOAD, { type: "destroy" }).effects).toEqual([{ type: "remove" }]);
    expect(after({}, LOAD, OPEN, { type: "destroy" }).effects).toEqual([CLOSED, { type: "remove" }]);
  });
});

/** The state after these events, and the effects of the last. */
function after(
  configuration: WidgetConfiguration,
  ...events: LifecycleEvent[]
): { state: LifecycleState; effects: LifecycleEffect[] } {
  const state = createLifecycle({ web_channel: CHANNEL, ...configuration });
  let effects: LifecycleEffect[] = [];
  for (const event of events) effects = step(state, event);
  return { state, effects };
}

function widgetMessage(message: string): LifecycleEffect {
  return { type: "tell_host", message, data: DATA, toWindow: false };
}

function visibility(open: boolean): LifecycleEffect {
  return { type: "tell_frame", message: { type: "visibility", open } };
}

function withdraw(reason: "not_loaded" | "not_answered" | "frame_refused"): LifecycleEffect {
  return { type: "withdraw", reason };
}
