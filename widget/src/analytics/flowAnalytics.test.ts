import type { FlowAnalyticsEvent } from "pulsen-loader/analytics";
import { describe, expect, it, vi } from "vitest";
import { loadEngineForTests, repositoryFile } from "../engine/loadForTests";
import type { AnswerInput } from "../engine/types";
import { startFlowRun } from "../run/flowRun";
import { createFlowAnalytics } from "./flowAnalytics";

const engine = loadEngineForTests();
const access = { feedbackId: "f", token: "secret" };

/** Starts the demo's widget, whose second page can lead to a chat. */
function start(isSeen = () => true) {
  const events: FlowAnalyticsEvent[] = [];
  const analytics = createFlowAnalytics({
    flowId: "demo-widget-flow",
    isSeen,
    report: (event) => events.push(event),
  });
  const session = engine.startSession(repositoryFile("examples/flows/demo-widget-flow.json"), {
    deviceId: "d",
    now: 0,
  });
  const perform = vi.fn();
  const outlets = analytics.observeOutlets({ postToHost: vi.fn(), openChat: vi.fn() });
  const run = analytics.observeRun(
    startFlowRun({ session, perform: analytics.observeEffects(perform) }, () => 0),
  );
  const answer = (questionId: string, answer: AnswerInput | null = null) =>
    run.send({ type: "answered", questionId, answer });
  const goOn = () => {
    run.send({ type: "next" });
    run.send({ type: "timer", timer: "state_change" });
  };
  const reported = () =>
    events.map((event) => `${event.event} ${"questionId" in event ? event.questionId : ""}`.trim());
  return { analytics, outlets, run, perform, events, reported, answer, goOn };
}

describe("a run through a flow", () => {
  it("reports each question once when it is seen and once when it is answered, then the end", () => {
    const { run, perform, reported, events, answer, goOn } = start();
    expect(reported()).toEqual(["pulsen_question_shown q-found"]);
    answer("q-found", { optionIds: ["found-no"] });
    answer("q-found", { optionIds: ["found-no"] });
    answer("q-what", { text: "the tall blue lamp" });
    answer("q-what", { text: "the tall blue lamp with a shade" });
    goOn();
    run.send({ type: "back" });
    goOn();
    answer("q-talk", { optionIds: ["talk-no"] });
    goOn();
    expect(perform).toHaveBeenCalledWith(
      expect.objectContaining({ type: "submit_feedback" }),
      expect.anything(),
    );
    expect(reported()).not.toContain("pulsen_submitted");
    run.send({ type: "submitted", status: 200, body: { id: "f" } });
    expect(reported()).toEqual([
      "pulsen_question_shown q-found",
      "pulsen_question_shown q-what",
      "pulsen_question_answered q-found",
      "pulsen_question_answered q-what",
      "pulsen_question_shown q-talk",
      "pulsen_question_answered q-talk",
      "pulsen_submitted",
    ]);
    expect(events[0]).toStrictEqual({
      event: "pulsen_question_shown",
      flowId: "demo-widget-flow",
      stateId: "found",
      questionId: "q-found",
      questionStyle: "radio",
    });
    expect(JSON.stringify(events)).not.toMatch(/lamp|found-no|talk-no/);
  });

  it("says nothing of an answer that is cleared, does not fit, or is of a question that is not there", () => {
    const { reported, answer } = start();
    answer("q-found");
    answer("q-found", { optionIds: ["unknown"] });
    answer("q-talk", { optionIds: ["talk-no"] });
    answer("unknown", { text: "?" });
    expect(reported()).toEqual(["pulsen_question_shown q-found"]);
  });

  it("has shown nothing while the widget is closed", () => {
    let isOpen = false;
    const { analytics, reported } = start(() => isOpen);
    analytics.seen();
    expect(reported()).toEqual([]);
    isOpen = true;
    analytics.seen();
    analytics.seen();
    expect(reported()).toEqual(["pulsen_question_shown q-found"]);
  });

  it("starts over for another visitor", () => {
    const { run, reported, answer } = start();
    answer("q-found", { optionIds: ["found-yes"] });
    run.send({ type: "reset" });
    answer("q-found", { optionIds: ["found-yes"] });
    expect(reported()).toEqual([
      "pulsen_question_shown q-found",
      "pulsen_question_answered q-found",
      "pulsen_question_shown q-found",
      "pulsen_question_answered q-found",
    ]);
  });

  it("tells that a chat begins, and nothing that gives access to it", () => {
    const { outlets, events } = start();
    outlets.openChat(access);
    expect(events.at(-1)).toStrictEqual({ event: "pulsen_chat_started", flowId: "demo-widget-flow" });
  });
});
