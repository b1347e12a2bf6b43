import { describe, expect, it } from "vitest";
import { readBoot } from "./boot";

describe("a page renders", () => {
  it.each([
    ["feedback", "node_id=n"],
    ["web_feedback", "node_id=n"],
    ["web_flow_preview", "flow_id=f"],
    ["flow_preview", "flow_id=f"],
    ["widget", "code=PSN-DEMO123"],
    // What it needs may be in the browser's storage.
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

function pageWith(boot?: object): Document {
  const element = boot && { textContent: JSON.stringify(boot) };
  return { getElementById: (id: string) => (id === "boot" ? (element ?? null) : null) } as Document;
}
