import { describe, expect, it } from "vitest";
import { readBoot, readFlowText } from "./boot";

describe("a page renders", () => {
  it.each([
    ["feedback", "node_id=n"],
    ["web_feedback", "node_id=n"],
    ["web_flow_preview", "flow_id=f"],
    ["flow_preview", "flow_id=f"],
    ["widget", "code=PSN-DEMO123"],
    // Its parameters may be in the browser's storage.
    ["chat", ""],
  ])("/%s with '%s'", (route, query) => {
    const boot = readBoot(pageWith({ route }), new URLSearchParams(query));
    expect(boot).toEqual({ route, node: null, flow: null });
  });
});

describe("a page renders nothing", () => {
  it.each([
    ["feedback", ""],
    ["feedback", "node_id="],
    ["feedback", "flow_id=f"],
    ["flow_preview", "node_id=n"],
    ["widget", "frame=1"],
    ["elsewhere", "node_id=n"],
    ["toString", "node_id=n"],
  ])("/%s with '%s'", (route, query) => {
    expect(readBoot(pageWith({ route }), new URLSearchParams(query))).toBeUndefined();
  });

  it("without boot data", () => {
    expect(readBoot(pageWith(), new URLSearchParams("node_id=n"))).toBeUndefined();
  });
});

describe("the flow's text", () => {
  it("is read as it is", () => {
    const text = '{"revision":1, "id":"w"}';
    expect(readFlowText(pageWith(undefined, text))).toBe(text);
  });

  it("is undefined without a script, and with an empty one", () => {
    expect(readFlowText(pageWith())).toBeUndefined();
    expect(readFlowText(pageWith(undefined, ""))).toBeUndefined();
  });
});

function pageWith(boot?: object, flowText?: string): Document {
  const texts: Record<string, string | undefined> = { boot: boot && JSON.stringify(boot), flow: flowText };
  const getElementById = (id: string) => (texts[id] === undefined ? null : { textContent: texts[id] });
  return { getElementById } as Document;
}
