// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { QuestionElement, Style } from "../engine/types";
import { OPTIONS, onAnswer, option, renderQuestion, statement } from "./testQuestion";

type Answered = Partial<QuestionElement> & { style: Style };

const MATRIX = { options: OPTIONS.slice(0, 2), statements: [statement("s", "Soup"), statement("t", "Tea")] };
const MANY = Array.from({ length: 12 }, (_, at) => option(`o${at}`, `Option ${at}`));

/** Questions whose controls cannot take an answer back, each with an answer. */
const ANSWERED: Answered[] = [
  { style: "radio", options: OPTIONS, answer: { optionIds: ["b"] } },
  { style: "gender", options: OPTIONS, answer: { optionIds: ["b"] } },
  { style: "customer_schema", options: OPTIONS, answer: { optionIds: ["b"] } },
  { style: "dynamic_multiple_choice", options: OPTIONS, answer: { optionIds: ["b"] } },
  { style: "score", answer: { number: 3 } },
  { style: "ces", answer: { number: 3 } },
  { style: "custom_score", min: 1, max: 5, answer: { number: 3 } },
  { style: "star", answer: { number: 3 } },
  { style: "slider", answer: { number: 3 } },
  { style: "dropdown", options: MANY, answer: { optionIds: ["o3"] } },
  { style: "matrix", ...MATRIX, answer: { matrix: { s: ["a"] } } },
  { style: "matrix", ...MATRIX, matrixForm: "maxdiff", answer: { matrix: { s: ["a"] } } },
  { style: "matrix", ...MATRIX, matrixForm: "conjoint", answer: { matrix: { s: ["a"] } } },
];

const button = () => screen.queryByRole("button", { name: "Clear answer: Well?" });

describe.each(ANSWERED)("an optional $style $matrixForm", (question) => {
  it("can be cleared once it has an answer, and keeps the focus", () => {
    const { answer, ...unanswered } = question;
    const rerender = renderQuestion(unanswered as Answered);
    expect(button()).toBeNull();
    rerender(question);
    const chosen = document.querySelector("input:checked") ?? document.querySelector("input");
    fireEvent.click(button() as HTMLElement);
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith();
    expect(document.activeElement).toBe(chosen);
    rerender(unanswered as Answered);
    expect(button()).toBeNull();
    expect(document.querySelector("input:checked")).toBeNull();
  });

  it("cannot where it is required", () => {
    renderQuestion({ ...question, required: true });
    expect(button()).toBeNull();
  });
});

it.each<Answered>([
  { style: "checklist", options: OPTIONS, answer: { optionIds: ["b"] } },
  { style: "dropdown", options: OPTIONS, answer: { optionIds: ["b"] } },
  { style: "dropdown", options: MANY, multiSelect: true, answer: { optionIds: ["o3"] } },
  { style: "matrix", ...MATRIX, multiSelect: true, answer: { matrix: { s: ["a"] } } },
  { style: "text", answer: { text: "Hello" } },
])("a $style that its own control clears has no further button", (question) => {
  renderQuestion(question);
  expect(button()).toBeNull();
});
