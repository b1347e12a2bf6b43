// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import type { FlowRun } from "../run/flowRun";
import { followHost } from "./followHost";
import type { LoaderConnection } from "./loaderConnection";

afterEach(() => {
  document.head.replaceChildren();
  vi.restoreAllMocks();
});

it("PSN.prefill names on the console what can answer no question", () => {
  const report = vi.spyOn(console, "error").mockImplementation(() => {});
  const names = ["mood", "stars", "agreed", "liked", "unknown", "visit", "score", "list", "person"];
  const flow = document.createElement("script");
  flow.type = "application/json";
  flow.id = "flow";
  flow.textContent = JSON.stringify({ questions: names.map((key) => ({ key })) });
  document.head.append(flow);
  const answers = {
    mood: "good",
    stars: 4,
    agreed: false,
    liked: ["coffee", 2],
    unknown: null,
    visit: new Date(0),
    score: Number.NaN,
    list: ["a", ["b"]],
    person: { name: "Ada" },
    colour: "red",
  };
  const send = vi.fn();
  const loader = {
    prefilled: () => answers,
    takeAnswer: () => undefined,
    wantedLanguage: () => undefined,
    listen: () => () => {},
  };
  followHost(loader as unknown as LoaderConnection, { send } as unknown as FlowRun);
  expect(report.mock.calls).toEqual([
    ["PSN.prefill: the flow has no question colour."],
    ["PSN.prefill takes a text, number, boolean or a list of them, unlike: visit, score, list, person."],
  ]);
  const texts = { mood: "good", stars: "4", agreed: "false", liked: "coffee,2" };
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "preloaded", answers: texts });
});
