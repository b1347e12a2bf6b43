import { FlowSession } from "engine-wasm";
import { beforeAll, expect, it, vi } from "vitest";
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
  expect(written(code, style, answer)).toBe(expected);
});

it.each<[string, string, string, AnswerInput, string]>([
  ["es", "es-MX", "numeric", { number: 12345.5 }, "12,345.5"],
  ["es-es", "es-MX", "numeric", { number: 12345.5 }, "12.345,5"],
  ["en", "en-GB", "datepicker", { date: "2026-11-03" }, "3 November 2026"],
  ["sr", "sr-Latn-RS", "datepicker", { date: "2026-11-03" }, "3. новембар 2026."],
])(
  "in %s, where the browser says %s, the answer to a %s is written as its field shows it",
  (code, browser, style, answer, expected) => {
    vi.stubGlobal("navigator", { languages: [browser] });
    expect(written(code, style, answer)).toBe(expected);
    vi.unstubAllGlobals();
  },
);

/** Returns an answer as a text shows it. */
function written(code: string, style: string, answer: AnswerInput): string | undefined {
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
  const text = session.view().elements[1]?.text;
  session.free();
  return text?.replace(/^\u2068(.*)\u2069$/, "$1");
}
