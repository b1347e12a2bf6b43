import { FlowSession } from "engine-wasm";
import { beforeAll, expect, it } from "vitest";
import { loadEngineForTests } from "./loadForTests";
import type { AnswerInput } from "./types";

beforeAll(loadEngineForTests);

const OPTIONS = [
  { id: "a", body: "Çay" },
  { id: "b", body: "<b>Cake</b>" },
  { id: "c", body: "قهوة" },
];

it.each<[string, string, AnswerInput, string]>([
  ["en", "numeric", { number: 1234.5678 }, "1,234.5678"],
  ["de", "numeric", { number: 1234.5678 }, "1.234,5678"],
  ["en", "datepicker", { date: "2026-11-03" }, "November 3, 2026"],
  ["tr", "datepicker", { date: "2026-11-03" }, "3 Kasım 2026"],
  ["ja", "datepicker", { date: "2026-11-03" }, "2026年11月3日"],
  ["en", "datepicker", { date: "soon" }, "soon"],
  ["en", "checklist", { optionIds: ["c", "a", "b"] }, "Çay, <b>Cake</b>, and قهوة"],
  ["de", "checklist", { optionIds: ["a", "b"] }, "Çay und <b>Cake</b>"],
  ["de", "ranking", { ranking: ["b", "a"] }, "<b>Cake</b> und Çay"],
  ["no-such-language!", "checklist", { optionIds: ["a", "b"] }, "Çay, <b>Cake</b>"],
])("in %s, the answer to a %s is written as people do", (code, style, answer, expected) => {
  const question = { id: "q", key: "it", style, body: "?", options: OPTIONS };
  const elements = [
    { id: "e", type: "question", order: 1, question },
    { id: "l", type: "label", order: 2, body: "{{it}}" },
  ];
  const session = new FlowSession(
    JSON.stringify({ id: "f", languages: [{ code }], states: [{ id: "s", elements }] }),
    {},
  );
  session.update({ type: "answered", questionId: "q", answer });
  expect(session.view().elements[1]?.text).toBe(`\u2068${expected}\u2069`);
  session.free();
});
