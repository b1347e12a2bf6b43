import { describe, expect, it } from "vitest";
import type { MessageKey, QuestionElement, Style } from "../../engine/types";
import { sayMessage } from "./sayMessage";

type Fields = Partial<QuestionElement>;

const OPTIONS = ["a", "b", "c"].map((id) => ({ id, label: id }));
const STATEMENTS = ["s", "t"].map((id) => ({ id, label: id, options: [] }));
const FILL_IN = "Please fill in this field to continue.";

const said = (key: MessageKey, style: Style, fields: Fields = {}) =>
  sayMessage("en", { key }, {
    id: "e",
    type: "question",
    text: "Well?",
    questionId: "q",
    required: true,
    multiSelect: false,
    options: [],
    style,
    ...fields,
  } as QuestionElement);

describe("a question without its answer says", () => {
  it.each<[Style, string, Fields?]>([
    ["radio", "Choose one answer."],
    ["gender", "Choose one answer."],
    ["dropdown", "Choose one answer."],
    ["dropdown", "Choose at least one answer.", { multiSelect: true }],
    ["checklist", "Choose at least one answer."],
    ["dynamic_multiple_choice", "Choose one answer."],
    ["dynamic_multiple_value", "Choose at least one answer.", { multiSelect: true }],
    ["score", "Choose one answer."],
    ["ces", "Choose one answer."],
    ["custom_score", "Choose one answer.", { min: 1, max: 5 }],
    ["star", "Please choose a rating."],
    ["slider", "Please move the slider."],
    ["agreement", "Please check the box to continue."],
    ["file", "Please add a file."],
    ["screenshot", "Please add an image."],
    ["naming", "Please enter a name."],
    ["matrix", "Please answer all of the questions to continue.", { statements: STATEMENTS }],
    ["ranking", "Put all 3 in order: 3 left.", { options: OPTIONS }],
    ["ranking", "Put all 3 in order: 1 left.", { options: OPTIONS, answer: { ranking: ["a", "b"] } }],
    ["phone_verification", "Please verify your phone number with a code.", { answer: { phone: "+1" } }],
    ["customer_schema", "Choose one answer.", { options: OPTIONS }],
    ["customer_schema", "Please check the box to continue.", { schemaType: "agreement" }],
  ])("%s: %s", (style, text, fields) => {
    expect(said("required", style, fields)).toBe(text);
  });

  it.each<[Style, Fields?]>([
    ["text"],
    ["textarea"],
    ["email"],
    ["numeric"],
    ["datepicker"],
    ["phone_number"],
    ["phone_verification"],
    ["custom_score", { min: 0, max: 100 }],
    ["custom_score", { min: 0 }],
    ["customer_schema"],
    // The option's text is missing.
    ["radio", { options: OPTIONS, answer: { optionIds: ["a"] } }],
  ])("what to do with its field, if it is %s", (style, fields) => {
    expect(said("required", style, fields)).toBe(FILL_IN);
  });
});

describe("a matrix says what is missing", () => {
  const matrix = { statements: STATEMENTS, options: OPTIONS } as const;

  it("as rows that have options", () => {
    const answer = { matrix: { s: ["a"] } };
    expect(said("answer_all", "matrix", { ...matrix, matrixForm: "other", answer })).toBe(
      "1 of 2 rows is missing.",
    );
    const own = { ...STATEMENTS[0], id: "u", label: "u", options: OPTIONS };
    const statements = [...STATEMENTS, own, { ...own, id: "v" }];
    expect(said("answer_all", "matrix", { statements, answer: { matrix: { u: ["a"] } } })).toBe(
      "1 of 2 rows is missing.",
    );
  });

  it("as answers where it has no rows to see", () => {
    const answer = { matrix: { s: ["a"] } };
    for (const matrixForm of ["maxdiff", "conjoint"] as const) {
      expect(said("answer_all", "matrix", { ...matrix, matrixForm, answer })).toBe("1 answer is missing.");
    }
  });
});

describe("a date that cannot be says", () => {
  it.each([
    ["2026-13-31", "There are only 12 months. Please check the date."],
    ["2026-02-30", "This day does not exist. Please check the date."],
    ["2026-00-10", "This day does not exist. Please check the date."],
    // Of another calendar, in which it is not a day either.
    ["1405/13/01", "This day does not exist. Please check the date."],
    ["1/2/26", "Please enter the day, the month and the year in four digits."],
    ["tomorrow", "Please enter the day, the month and the year in four digits."],
  ])("%s: %s", (date, text) => {
    expect(said("invalid_answer", "datepicker", { answer: { date } })).toBe(text);
  });
});

it("an age is a whole number", () => {
  expect(said("invalid_answer", "age", { answer: { number: 1.5 } })).toBe("Please enter a whole number.");
});

it("everything else is said as the engine says it, in the page's own texts too", () => {
  expect(said("invalid_answer", "star")).toBe("Your answer could not be validated, please check again.");
  expect(said("invalid_email", "email")).toBe("Please enter a valid email.");
  expect(sayMessage("en", { key: "at_least_one" })).toBe("At least one question must be answered.");
  expect(sayMessage("en", { key: "max_selection", params: { maxSelectionCount: 2 } })).toBe(
    "Please select maximum 2 options.",
  );
});
