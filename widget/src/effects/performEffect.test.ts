import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FlowEffect, FlowEvent } from "../engine/types";
import { storedFeedbackId } from "../storage/feedbackRecords";
import { pageOutlets } from "./outlets";
import { createPerformEffect, type Means } from "./performEffect";
import { createTimers, LONGEST_TIMEOUT_MS } from "./timers";

const MESSAGE = {
  type: "post_to_host",
  message: "PSN_FEEDBACK_SUBMITTED",
  data: { feedback_id: "f", node_id: "n", flow_id: "w" },
  delayMs: 3000,
} as const;

const send = vi.fn();
const submission = { submit: vi.fn(), keep: vi.fn() };
const postMessage = vi.fn();
const assign = vi.fn();

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe("a timer", () => {
  it("comes back as an event when its time is over", () => {
    performer()({ type: "schedule", timer: "state_change", afterMs: 250 }, send);

    vi.advanceTimersByTime(249);
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledWith({ type: "timer", timer: "state_change" });
  });

  it("replaces one of its kind that is already running", () => {
    const perform = performer();
    perform({ type: "schedule", timer: "state_change", afterMs: 250 }, send);
    vi.advanceTimersByTime(200);
    perform({ type: "schedule", timer: "state_change", afterMs: 250 }, send);

    vi.advanceTimersByTime(249);
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledOnce();
  });

  it("of a longer time than the browser can wait does not run out at once", () => {
    performer()({ type: "schedule", timer: "idle", afterMs: LONGEST_TIMEOUT_MS + 1 }, send);
    vi.advanceTimersByTime(1_000);
    expect(send).not.toHaveBeenCalled();
  });

  it("does not wait in a preview", () => {
    performer({ instant: true })({ type: "schedule", timer: "state_change", afterMs: 250 }, send);
    vi.advanceTimersByTime(0);
    expect(send).toHaveBeenCalledOnce();
  });
});

describe("a message to the host", () => {
  it("goes, as a string and after its delay, to the origin of the page that frames this one", () => {
    framedBy({ ancestorOrigins: ["https://host.example"] });
    performer()(MESSAGE, send);

    vi.advanceTimersByTime(2999);
    expect(postMessage).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(postMessage).toHaveBeenCalledWith(
      JSON.stringify({ type: "PSN_FEEDBACK_SUBMITTED", data: MESSAGE.data }),
      "https://host.example",
    );
  });

  it("finds that origin in the referrer where the browser says it only there", () => {
    framedBy({}, "https://host.example/page?secret=1");
    performer()({ ...MESSAGE, delayMs: 0 }, send);
    vi.advanceTimersByTime(0);
    expect(postMessage).toHaveBeenCalledWith(expect.any(String), "https://host.example");
  });

  it.each(["", "about:blank"])(
    "goes nowhere from a frame whose host cannot be told (referrer '%s')",
    (referrer) => {
      framedBy({}, referrer);
      performer()({ ...MESSAGE, delayMs: 0 }, send);
      vi.advanceTimersByTime(0);
      expect(postMessage).not.toHaveBeenCalled();
    },
  );

  it("goes nowhere from a page without a frame", () => {
    const window = { postMessage, location: {} };
    vi.stubGlobal("window", {
      ...window,
      get parent() {
        return this;
      },
    });
    vi.stubGlobal("document", { referrer: "https://elsewhere.example/" });
    performer()({ ...MESSAGE, delayMs: 0 }, send);
    vi.advanceTimersByTime(0);
    expect(postMessage).not.toHaveBeenCalled();
  });
});

it("the chat is opened after its delay, by its address", () => {
  vi.stubGlobal("window", { location: { assign } });
  performer()({ type: "open_chat", feedbackId: "f 1", token: "t&", afterMs: 2000 }, send);

  vi.advanceTimersByTime(1999);
  expect(assign).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(assign).toHaveBeenCalledWith("/chat?feedback_id=f+1&token=t%26");
});

it("in another surrounding the same effects take its ways out, and it knows of the chat at once", () => {
  const outlets = { postToHost: vi.fn(), openChat: vi.fn(), expectChat: vi.fn() };
  const perform = performer({ outlets });
  perform({ type: "open_chat", feedbackId: "f", token: "t", afterMs: 2000 }, send);
  perform(MESSAGE, send);

  expect(outlets.expectChat).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1999);
  expect(outlets.openChat).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1001);
  expect(outlets.openChat).toHaveBeenCalledWith({ feedbackId: "f", token: "t" });
  expect(outlets.postToHost).toHaveBeenCalledWith("PSN_FEEDBACK_SUBMITTED", MESSAGE.data);
});

it("partial saves are remembered and forgotten", () => {
  const perform = performer();
  perform({ type: "store_feedback", feedbackId: "f", nodeId: "n", flowId: "w" }, send);
  expect(storedFeedbackId("n", "w")).toBe("f");
  perform({ type: "remove_feedback", feedbackId: "f" }, send);
  expect(storedFeedbackId("n", "w")).toBeUndefined();
});

it("a feedback without a network is kept", () => {
  const effect = { type: "save_offline", feedback: {}, headers: {} } as Extract<
    FlowEffect,
    { type: "save_offline" }
  >;
  performer()(effect, send);
  expect(submission.keep).toHaveBeenCalledWith(effect);
});

describe("what nobody serves fails at once, so that the visitor hears of it", () => {
  it.each<[FlowEffect, FlowEvent]>([
    [
      { type: "dynamic_request", questionId: "q", flowId: "w", answer: "a" },
      { type: "looked_up", questionId: "q", status: 0 },
    ],
    [
      { type: "binding_request", questionId: "q", body: {} },
      { type: "looked_up", questionId: "q", status: 0 },
    ],
    [
      { type: "send_code", questionId: "q", address: "+90" },
      { type: "code_sent", questionId: "q", status: 0 },
    ],
    [
      { type: "verify_code", questionId: "q", verificationId: "v", token: "1" },
      { type: "code_verified", questionId: "q", status: 0 },
    ],
    [
      { type: "unsubscribe", channel: "sms", nodeId: "n" },
      { type: "unsubscribed", channel: "sms", status: 0 },
    ],
  ])("%j", (effect, event) => {
    performer()(effect, send);
    expect(send).toHaveBeenCalledExactlyOnceWith(event);
  });
});

function performer(means: Partial<Means> = {}) {
  return createPerformEffect({
    submission,
    startTimer: createTimers(),
    instant: false,
    outlets: pageOutlets,
    ...means,
  });
}

function framedBy(location: { ancestorOrigins?: string[] }, referrer = "") {
  vi.stubGlobal("window", { parent: { postMessage }, location });
  vi.stubGlobal("document", { referrer });
}
