import { describe, expect, it } from "vitest";
import type { Boot, FeedbackNode } from "../boot/boot";
import { bootForTests } from "../boot/bootForTests";
import { storeFeedback } from "../storage/feedbackRecords";
import { buildSessionContext } from "./sessionContext";

const FLOW = {
  id: "w",
  revision: 1,
  isPreview: false,
  isSingleElementPreview: false,
  styles: [],
  languages: ["en"],
};
const NODE: FeedbackNode = {
  id: "n",
  flow_id: "w",
  operating: true,
  utc_offset_minutes: 0,
  default_language_id: "tr",
  channel_quota: { active: true, action_kind: "submit" },
  idle_reset_timeout_in_seconds: 60,
  thank_you_duration_in_seconds: 5,
};

describe("the session context", () => {
  it("has the node's settings", () => {
    expect(build().node).toEqual({
      id: "n",
      default_language_id: "tr",
      channel_quota: { active: true, action_kind: "submit" },
      prevent_multiple_feedback: false,
      idle_reset_timeout_in_seconds: 60,
      thank_you_duration_in_seconds: 5,
    });
  });

  it("has the address, the languages and the stored partial save", () => {
    storeFeedback({ feedbackId: "f", nodeId: "n", flowId: "w" });
    const { seed, deviceId, ...context } = build({ url_language: "fr" }, "sdi=1&sci=2", {
      widgetLanguage: "de",
    });
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

  it("has the node's and the widget's limit of one feedback as separate fields", () => {
    const widget = { code: "PSN-DEMO123", node_id: "n", prevent_multiple_feedback: true };
    const ofWidget = build({ route: "widget", widget });
    expect(ofWidget.preventMultipleFeedback).toBe(true);
    expect(ofWidget.node?.prevent_multiple_feedback).toBe(false);
    const ofNode = build({ node: { ...NODE, prevent_multiple_feedback: true } });
    expect(ofNode.preventMultipleFeedback).toBe(false);
    expect(ofNode.node?.prevent_multiple_feedback).toBe(true);
  });
});

describe("a flow does not restart", () => {
  it("in the widget", () => {
    expect(build({ route: "widget" }).node).toMatchObject({
      idle_reset_timeout_in_seconds: 0,
      thank_you_duration_in_seconds: 0,
    });
  });

  it("after the thank-you where the node takes one feedback, though it does when left half answered", () => {
    expect(build({ node: { ...NODE, prevent_multiple_feedback: true } }).node).toMatchObject({
      idle_reset_timeout_in_seconds: 60,
      thank_you_duration_in_seconds: 0,
    });
  });
});

describe("a preview is recognized", () => {
  it.each<[string, Partial<Boot>, string]>([
    ["by its route", { route: "web_flow_preview", node: null }, ""],
    ["by the other route", { route: "flow_preview", node: null }, ""],
    ["by the address", {}, "isPreview=true"],
    ["by the flow", { flow: { ...FLOW, isPreview: true } }, ""],
    ["by the flow of a single element", { flow: { ...FLOW, isSingleElementPreview: true } }, ""],
  ])("%s, and belongs to no node", (_, boot, query) => {
    storeFeedback({ feedbackId: "f", nodeId: "PREVIEW", flowId: "w" });
    const context = build(boot, query);
    expect(context).toMatchObject({ preview: true, node: { id: "PREVIEW" } });
    expect(context).not.toHaveProperty("storedFeedbackId");
  });
});

function build(change: Partial<Boot> = {}, query = "", visit: object = {}) {
  const boot = bootForTests({ node: NODE, flow: FLOW, ...change });
  const address = { query: new URLSearchParams(query), originUrl: "https://host.example/" };
  return buildSessionContext(boot, FLOW, { ...address, ...visit });
}
