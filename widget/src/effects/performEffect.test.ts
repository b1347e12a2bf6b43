import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FlowEffect } from "../engine/types";
import { storedFeedbackId } from "../storage/feedbackRecords";
import { readRecord } from "../storage/localStore";
import { pageOutlets } from "./outlets";
import { createPerformEffect, type EffectContext } from "./performEffect";
import { createTimers, LONGEST_TIMEOUT_MS } from "./timers";

const MESSAGE = {
  type: "post_to_host",
  message: "PSN_FEEDBACK_SUBMITTED",
  data: { feedback_id: "f", node_id: "n", flow_id: "w" },
  delayMs: 3000,
} as const;

const send = vi.fn();
const sender = { submit: vi.fn(), keep: vi.fn(), reference: () => "K7QM-2XPD" };
const lookUp = vi.fn();
const unsubscribe = vi.fn();
const redirect = vi.fn();
const phone = { sendCode: vi.fn(), verifyCode: vi.fn() };
const postMessage = vi.fn();
const assign = vi.fn();

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe("a timer", () => {
  it("sends an event after its delay", () => {
    performer()({ type: "schedule", timer: "state_change", afterMs: 250 }, send);

    vi.advanceTimersByTime(249);
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledWith({ type: "timer", timer: "state_change" });
  });

  it("replaces a running one of the same name", () => {
    const perform = performer();
    perform({ type: "schedule", timer: "state_change", afterMs: 250 }, send);
    vi.advanceTimersByTime(200);
    perform({ type: "schedule", timer: "state_change", afterMs: 250 }, send);

    vi.advanceTimersByTime(249);
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledOnce();
  });

  it("with a longer delay than the browser supports does not end at once", () => {
    performer()({ type: "schedule", timer: "idle", afterMs: LONGEST_TIMEOUT_MS + 1 }, send);
    vi.advanceTimersByTime(1_000);
    expect(send).not.toHaveBeenCalled();
  });

  it("has no delay in a preview", () => {
    performer({ instant: true })({ type: "schedule", timer: "state_change", afterMs: 250 }, send);
    vi.advanceTimersByTime(0);
    expect(send).toHaveBeenCalledOnce();
  });
});

describe("a feedback", () => {
  const feedback = { node_id: "n", origin_url: "https://host.example/first" };
  const effects = [
    { type: "submit_feedback", feedback, headers: {} },
    { type: "save_offline", feedback, headers: {} },
  ] as unknown as FlowEffect[];

  it("has the address at which it is given", async () => {
    sender.submit.mockResolvedValue({ status: 200 });
    const outlets = { ...pageOutlets, originUrl: () => "https://host.example/second" };
    for (const effect of effects) await performer({ outlets })(effect, send);
    for (const { mock } of [sender.submit, sender.keep]) {
      expect(mock.calls[0]?.[0].feedback).toEqual({
        node_id: "n",
        origin_url: "https://host.example/second",
        state_times_in_ms: { start: 1_200 },
        reference: "K7QM-2XPD",
      });
    }
  });

  it("has the address at which the flow began, on a page that keeps its address", async () => {
    sender.submit.mockResolvedValue({ status: 200 });
    for (const effect of effects) await performer()(effect, send);
    for (const { mock } of [sender.submit, sender.keep])
      expect(mock.calls[0]?.[0].feedback).toMatchObject(feedback);
  });
});

describe("a message to the host page", () => {
  it("is posted as text, after its delay, to the origin of the page that frames this one", () => {
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

  it("finds that origin in the referrer where the browser has no `ancestorOrigins`", () => {
    framedBy({}, "https://host.example/page?secret=1");
    performer()({ ...MESSAGE, delayMs: 0 }, send);
    vi.advanceTimersByTime(0);
    expect(postMessage).toHaveBeenCalledWith(expect.any(String), "https://host.example");
  });

  it.each(["", "about:blank"])(
    "is not posted where the host's origin is unknown (referrer '%s')",
    (referrer) => {
      framedBy({}, referrer);
      performer()({ ...MESSAGE, delayMs: 0 }, send);
      vi.advanceTimersByTime(0);
      expect(postMessage).not.toHaveBeenCalled();
    },
  );

  it("is not posted from a page without a frame", () => {
    const window = { postMessage, location: {} };
    vi.stubGlobal("window", {
      ...window,
      get parent() {
        return this;
      },
    });
    vi.stubGlobal("document", { referrer: "https://elsewhere.example/" });
    vi.stubGlobal("navigator", { userAgent: "a browser" });
    performer()({ ...MESSAGE, delayMs: 0 }, send);
    vi.advanceTimersByTime(0);
    expect(postMessage).not.toHaveBeenCalled();
  });
});

it("opens the chat by its address, after the delay", () => {
  vi.stubGlobal("window", { location: { assign } });
  performer()({ type: "open_chat", feedbackId: "f 1", token: "t&", afterMs: 2000 }, send);

  vi.advanceTimersByTime(1999);
  expect(assign).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(assign).toHaveBeenCalledWith("chat?feedback_id=f+1#token=t%26");
});

it("uses the outlets it is given, and announces the chat at once", () => {
  const outlets = { postToHost: vi.fn(), openChat: vi.fn(), expectChat: vi.fn() };
  const perform = performer({ outlets });
  perform({ type: "open_chat", feedbackId: "f", token: "t", afterMs: 2000 }, send);
  perform(MESSAGE, send);

  expect(outlets.expectChat).toHaveBeenCalledExactlyOnceWith({
    feedbackId: expect.any(String),
    token: expect.any(String),
  });
  vi.advanceTimersByTime(1999);
  expect(outlets.openChat).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1001);
  expect(outlets.openChat).toHaveBeenCalledWith({ feedbackId: "f", token: "t" });
  expect(outlets.postToHost).toHaveBeenCalledWith("PSN_FEEDBACK_SUBMITTED", MESSAGE.data, 3000);
});

it("stores and removes partial saves", () => {
  const perform = performer();
  perform({ type: "store_feedback", feedbackId: "f", nodeId: "n", flowId: "w" }, send);
  expect(storedFeedbackId("n", "w")).toBe("f");
  perform({ type: "remove_feedback", feedbackId: "f" }, send);
  expect(storedFeedbackId("n", "w")).toBeUndefined();
});

it("records a submission, and its time where the node takes one feedback per visitor", () => {
  vi.setSystemTime(7);
  const perform = performer();
  perform({ type: "record_submitted", feedbackId: "f", nodeId: "open", keepTime: false }, send);
  perform({ type: "record_submitted", nodeId: "once", keepTime: true }, send);
  expect(readRecord("FLOW/widget")).toEqual({ once: { lastFeedbackDate: 7 } });
});

it("tells the host page of the one feedback that is taken", () => {
  vi.setSystemTime(7);
  const feedbackGiven = vi.fn();
  const perform = performer({ outlets: { ...pageOutlets, feedbackGiven } });
  perform({ type: "record_submitted", nodeId: "open", keepTime: false }, send);
  perform({ type: "record_submitted", nodeId: "once", keepTime: true }, send);
  expect(feedbackGiven.mock.calls).toEqual([[7]]);
});

it.each([
  [400, 13045, false, 1],
  [400, 13045, true, 0],
  [400, "quota_used_up", false, 0],
  [200, undefined, false, 0],
])("asks when the feedback was given after %s %s, partial: %s", async (status, code, partial, times) => {
  const customer = { refused: vi.fn() };
  sender.submit.mockResolvedValue({ status, body: { code } });
  const effect = { type: "submit_feedback", requestId: 3, partial, feedback: {}, headers: {} };
  performer({ customer })(effect as FlowEffect, send);
  await vi.advanceTimersByTimeAsync(0);
  expect(customer.refused).toHaveBeenCalledTimes(times);
});

it("names the preloaded answers that the engine has left out", () => {
  const report = vi.spyOn(console, "error").mockImplementation(() => {});
  performer()({ type: "answers_left_out", names: ["mood", "age"] }, send);
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("mood, age"));
  report.mockRestore();
});

it("returns the result of a submission with the id of the request", async () => {
  const effect = { type: "submit_feedback", requestId: 3, partial: false, feedback: {}, headers: {} };
  sender.submit.mockResolvedValue({ status: 503 });
  performer()(effect as Extract<FlowEffect, { type: "submit_feedback" }>, send);
  await vi.advanceTimersByTimeAsync(0);
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "submitted", requestId: 3, status: 503, body: {} });
});

it("returns the results of a verification with the id of the request", async () => {
  const perform = performer();
  phone.sendCode.mockResolvedValue({ status: 200, body: { id: "v" } });
  perform({ type: "send_code", requestId: 4, questionId: "q", address: "+90" }, send);
  await vi.advanceTimersByTimeAsync(0);
  expect(phone.sendCode).toHaveBeenCalledWith("q", "+90");
  expect(send).toHaveBeenLastCalledWith({
    type: "code_sent",
    requestId: 4,
    questionId: "q",
    status: 200,
    body: { id: "v" },
  });

  phone.verifyCode.mockResolvedValue({ status: 422, body: { tries_left: 2 } });
  perform({ type: "verify_code", requestId: 5, questionId: "q", verificationId: "v", token: "1" }, send);
  await vi.advanceTimersByTimeAsync(0);
  expect(phone.verifyCode).toHaveBeenCalledWith("v", "1");
  expect(send).toHaveBeenLastCalledWith({
    type: "code_verified",
    requestId: 5,
    questionId: "q",
    status: 422,
    body: { tries_left: 2 },
  });
});

it("keeps a feedback while there is no network", () => {
  const effect = { type: "save_offline", feedback: {}, headers: {} } as Extract<
    FlowEffect,
    { type: "save_offline" }
  >;
  performer()(effect, send);
  expect(sender.keep).toHaveBeenCalledWith(expect.objectContaining({ type: "save_offline", headers: {} }));
});

it("gives up uploads that the engine discards, and keeps those of a submitted feedback", () => {
  const uploads = { discard: vi.fn(), release: vi.fn(), refuse: vi.fn() };
  const perform = performer({ uploads });
  perform({ type: "discard_uploads", questionId: "q" }, send);
  perform({ type: "discard_uploads" }, send);
  expect(uploads.discard.mock.calls).toEqual([["q"], [undefined]]);
  expect(uploads.release).not.toHaveBeenCalled();

  perform({ type: "record_submitted", feedbackId: "f", nodeId: "open", keepTime: false }, send);
  expect(uploads.release).toHaveBeenCalledOnce();
});

it("says which file the server has refused, where it was kept at first", async () => {
  const uploads = { discard: vi.fn(), release: vi.fn(), refuse: vi.fn() };
  const body = { code: "unsupported_type", refused_file: "kept-1" };
  sender.submit.mockResolvedValue({ status: 422, body });
  const effect = { type: "submit_feedback", requestId: 7, partial: false, feedback: {}, headers: {} };
  performer({ uploads })(effect as FlowEffect, send);
  await vi.advanceTimersByTimeAsync(0);
  expect(uploads.refuse).toHaveBeenCalledExactlyOnceWith("kept-1", { status: 422, body });
  const result = { requestId: 7, status: 422, body: { code: "unsupported_type" } };
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "submitted", ...result });
});

it.each<FlowEffect>([
  { type: "dynamic_request", requestId: 7, questionId: "q", flowId: "w", answer: "a" },
  { type: "binding_request", requestId: 7, questionId: "q", body: {} },
])("returns what was looked up: %j", async (effect) => {
  const event = { type: "looked_up", requestId: 7, questionId: "q", status: 200, answers: {} };
  lookUp.mockResolvedValue(event);
  performer()(effect, send);
  await vi.advanceTimersByTimeAsync(0);
  expect(lookUp).toHaveBeenCalledExactlyOnceWith(effect);
  expect(send).toHaveBeenCalledExactlyOnceWith(event);
});

it("returns the result of an unsubscription", async () => {
  unsubscribe.mockResolvedValue(200);
  performer()({ type: "unsubscribe", requestId: 7, channel: "sms", nodeId: "n" }, send);
  await vi.advanceTimersByTimeAsync(0);
  expect(unsubscribe).toHaveBeenCalledWith("sms");
  expect(send).toHaveBeenCalledExactlyOnceWith({
    type: "unsubscribed",
    requestId: 7,
    channel: "sms",
    status: 200,
  });
});

function performer(context: Partial<EffectContext> = {}) {
  return createPerformEffect({
    stateTimes: () => ({ start: 1_200 }),
    apiBase: "https://pulsen.example",
    sender,
    lookUp,
    phone,
    startTimer: createTimers(),
    instant: false,
    outlets: pageOutlets,
    onKept: vi.fn(),
    redirect,
    unsubscribe,
    ...context,
  });
}

function framedBy(location: { ancestorOrigins?: string[] }, referrer = "") {
  vi.stubGlobal("window", Object.assign(new EventTarget(), { parent: { postMessage }, location }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { referrer }));
}
