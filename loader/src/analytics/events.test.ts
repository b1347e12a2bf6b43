import { expect, it } from "vitest";
import { type FlowAnalyticsEvent, isFlowAnalyticsEvent, toAnalyticsRecord } from "./events.ts";

const QUESTION = { flowId: "f", stateId: "s", questionId: "q", questionStyle: "radio" };

it("accepts the events of flows with all of their fields", () => {
  for (const event of ["pulsen_question_shown", "pulsen_question_answered"]) {
    expect(isFlowAnalyticsEvent({ event, ...QUESTION })).toBe(true);
    for (const field of Object.keys(QUESTION)) {
      for (const wrong of [undefined, null, 1, ["q"], "x".repeat(129)])
        expect(isFlowAnalyticsEvent({ event, ...QUESTION, [field]: wrong }), `${field}: ${wrong}`).toBe(
          false,
        );
    }
  }
  for (const event of ["pulsen_submitted", "pulsen_chat_started"]) {
    expect(isFlowAnalyticsEvent({ event, flowId: "f" })).toBe(true);
    expect(isFlowAnalyticsEvent({ event })).toBe(false);
  }
});

it("accepts nothing else, nor what only the loader reports", () => {
  for (const event of ["pulsen_opened", "purchase", "constructor", "__proto__", "", 1, null, undefined, {}])
    expect(isFlowAnalyticsEvent({ event, ...QUESTION }), String(event)).toBe(false);
  for (const data of [undefined, null, "pulsen_submitted", 1, []])
    expect(isFlowAnalyticsEvent(data)).toBe(false);
});

it("makes records with all fields and no others", () => {
  const event = { event: "pulsen_question_answered", ...QUESTION, answer: "secret" } as FlowAnalyticsEvent;
  expect(toAnalyticsRecord({ widgetCode: "PSN-DEMO123", nodeId: "n" }, event)).toStrictEqual({
    event: "pulsen_question_answered",
    pulsen_widget_code: "PSN-DEMO123",
    pulsen_node_id: "n",
    pulsen_flow_id: "f",
    pulsen_state_id: "s",
    pulsen_question_id: "q",
    pulsen_question_style: "radio",
  });
  // A tag manager merges records: what is undefined replaces the value of an earlier event.
  expect(toAnalyticsRecord({ nodeId: "n" }, { event: "pulsen_displayed" })).toStrictEqual({
    event: "pulsen_displayed",
    pulsen_widget_code: undefined,
    pulsen_node_id: "n",
    pulsen_flow_id: undefined,
    pulsen_state_id: undefined,
    pulsen_question_id: undefined,
    pulsen_question_style: undefined,
  });
});
