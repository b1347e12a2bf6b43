import { describe, expect, it } from "vitest";
import type { Boot, FeedbackNode } from "../boot";
import { storeFeedback } from "../storage/feedbackRecords";
import { describeSurroundings } from "./surroundings";

const FLOW = { id: "w" };
const NODE: FeedbackNode = {
  id: "n",
  default_language_id: "tr",
  channel_quota: { active: true, action_kind: "submit" },
  idle_reset_timeout_in_seconds: 60,
  thank_you_duration_in_seconds: 5,
};

describe("the engine is told", () => {
  it("all that the node decides", () => {
    expect(told().node).toEqual({
      id: "n",
      default_language_id: "tr",
      channel_quota: { active: true, action_kind: "submit" },
      prevent_multiple_feedback: false,
      idle_reset_timeout_in_seconds: 60,
      thank_you_duration_in_seconds: 5,
    });
  });

  it("how the visitor came, in which language, and what was saved before", () => {
    storeFeedback({ feedbackId: "f", nodeId: "n", flowId: "w" });
    const { seed, deviceId, ...context } = told({ language: "fr" }, "sdi=1&sci=2", { widgetLanguage: "de" });
    expect(deviceId).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number.isInteger(seed)).toBe(true);
    expect(context).toMatchObject({
      query: { sdi: "1", sci: "2" },
      originUrl: "https://host.example/",
      storedFeedbackId: "f",
      widgetLanguage: "de",
      urlLanguage: "fr",
      preview: false,
      preventMultipleFeedback: false,
    });
  });

  it("apart from each other, that node and widget take one feedback", () => {
    const ofWidget = told({ route: "widget", widget: { prevent_multiple_feedback: true } });
    expect(ofWidget.preventMultipleFeedback).toBe(true);
    expect(ofWidget.node?.prevent_multiple_feedback).toBe(false);
    const ofNode = told({ node: { ...NODE, prevent_multiple_feedback: true } });
    expect(ofNode.preventMultipleFeedback).toBe(false);
    expect(ofNode.node?.prevent_multiple_feedback).toBe(true);
  });
});

describe("a flow does not begin anew", () => {
  it("in the widget, where nobody follows", () => {
    expect(told({ route: "widget" }).node).toMatchObject({
      idle_reset_timeout_in_seconds: 0,
      thank_you_duration_in_seconds: 0,
    });
  });

  it("after the thanks where one feedback is taken, though it does when it was left half answered", () => {
    expect(told({ node: { ...NODE, prevent_multiple_feedback: true } }).node).toMatchObject({
      idle_reset_timeout_in_seconds: 60,
      thank_you_duration_in_seconds: 0,
    });
  });
});

describe("a preview is known", () => {
  it.each<[string, Partial<Boot>, string]>([
    ["by its route", { route: "web_flow_preview", node: null }, ""],
    ["by the other route", { route: "flow_preview", node: null }, ""],
    ["by the address", {}, "isPreview=true"],
    ["by the flow", { flow: { ...FLOW, isPreview: true } }, ""],
    ["by the flow of a single element", { flow: { ...FLOW, isSingleElementPreview: true } }, ""],
  ])("%s, and belongs to no node", (_, boot, query) => {
    storeFeedback({ feedbackId: "f", nodeId: "PREVIEW", flowId: "w" });
    const context = told(boot, query);
    expect(context).toMatchObject({ preview: true, node: { id: "PREVIEW" } });
    expect(context).not.toHaveProperty("storedFeedbackId");
  });
});

function told(change: Partial<Boot> = {}, query = "", visit: object = {}) {
  const boot: Boot = { route: "feedback", node: NODE, flow: FLOW, language: null, api_base: "", ...change };
  const how = { query: new URLSearchParams(query), originUrl: "https://host.example/", ...visit };
  return describeSurroundings(boot, FLOW, how);
}
