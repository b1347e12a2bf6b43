import { expect, it } from "vitest";
import { answerItems } from "./answerItems";
import { defaultLanguage, type FlowDefinition, findQuestion, languageCode, scaleOf, textIn } from "./flow";

const FLOW: FlowDefinition = {
  id: "visit",
  languages: [
    { id: "l1", code: "en" },
    { id: "l2", code: "tr" },
  ],
  defaultLanguageId: "l2",
  states: [
    {
      id: "first",
      elements: [
        {
          id: "e1",
          type: "question",
          question: { id: "stars", key: "s", style: "star", body: { en: "Stars?", tr: "Yıldız?" } },
        },
        { id: "e2", type: "question", question: { id: "why", style: "text", body: "Why, {{name}}?" } },
        { id: "e3", type: "question", question: { id: "note", style: "plain", body: "Only a text" } },
        { id: "e4", type: "next_page" },
      ],
    },
    {
      id: "second",
      elements: [
        {
          id: "e5",
          type: "question",
          question: { id: "parts", style: "matrix", statements: [{ id: "food" }, { id: "staff" }] },
        },
        { id: "e6", type: "question", question: { id: "photo", style: "file" } },
        { id: "e7", type: "question", question: { id: "terms", style: "agreement" } },
      ],
    },
  ],
};

it("has each question once, in the order of the flow, with its answers", () => {
  const items = answerItems({
    flow: FLOW,
    current: { id: "visit", states: FLOW.states?.slice(1) ?? [] },
    language: "tr",
    responses: [
      { question_id: "stars", body: "4" },
      { question_id: "food", option_id: "good", hidePersonalData: true },
    ],
    answers: [
      { question_id: "gone", question: "gone", answer: "<b>text</b>" },
      { question_id: "parts", question: "Parts?", style: "matrix", answer: "Food: ***\nStaff: Bad" },
      {
        question_id: "photo",
        question: "Photo?",
        style: "file",
        answer: "a.png",
        file: { id: "u", name: "a.png", size: 3, type: "image/png" },
      },
      { question_id: "photo", question: "Photo?", style: "file", answer: "gone" },
      { question_id: "stars", question: "Yıldız?", style: "star", answer: "4" },
      { question_id: "terms", question: "Terms?", style: "agreement", answer: "true" },
    ],
  });
  expect(
    items.map(({ id, isRetired, values }) => [
      id,
      isRetired,
      ...values.map(({ kind, text }) => `${kind} ${text}`),
    ]),
  ).toEqual([
    ["stars", true, "rating 4"],
    ["why", true],
    ["parts", false, "row Food: ***", "row Staff: Bad"],
    ["photo", false, "file a.png", "text gone"],
    ["terms", false, "yes "],
    ["gone", true, "text <b>text</b>"],
  ]);
  expect(items[0]).toMatchObject({ question: "Yıldız?", values: [{ max: 5, isMasked: false }] });
  expect(items[1]?.question).toBe("Why, …?");
  expect(items[2]?.values[0]?.isMasked).toBe(true);
});

it("shows answers of which no flow is known", () => {
  const items = answerItems({
    answers: [{ question_id: "q", question: "How?", style: "star", answer: "4" }],
  });
  expect(items).toMatchObject([
    { question: "How?", isRetired: false, values: [{ kind: "text", text: "4" }] },
  ]);
});

it("reads the texts and languages of flows as the server does", () => {
  expect(textIn({ de: "Ja", en: "Yes" }, "tr")).toBe("Yes");
  expect(textIn({ nl: "Ja", de: "Jo" }, "tr")).toBe("Jo");
  expect(textIn("Dear {{name|friend}}, {{ x }}!", "tr")).toBe("Dear friend, …!");
  expect(textIn(undefined, "tr")).toBe("");
  expect(defaultLanguage(FLOW)).toBe("tr");
  expect(languageCode(FLOW, "l1")).toBe("en");
  expect(findQuestion(FLOW, "food")?.id).toBe("parts");
  expect(findQuestion(FLOW, "s")?.id).toBe("stars");
  expect(scaleOf({ id: "q", style: "score", max: 5 })).toEqual({ min: 0, max: 5 });
  expect(scaleOf({ id: "q", style: "custom_score" })).toBeNull();
});
