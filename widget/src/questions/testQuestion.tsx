import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { QuestionElement, Style } from "../engine/types";
import { LanguageContext } from "../texts/useText";
import { loadKinds, questionKind } from "./kinds";

/** A question to render; all fields but the style have defaults. */
type TestQuestion = Partial<QuestionElement> & { style: Style; error?: string };

export const onAnswer = vi.fn();
export const onSendCode = vi.fn();
export const onVerifyCode = vi.fn();

export const OPTIONS = [option("a", "Apples"), option("b", "Beans"), option("c", "Corn")];

beforeAll(() => loadKinds({ styles: ["matrix"] }));
beforeEach(() => vi.stubGlobal("ResizeObserver", SilentResizeObserver));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

/** Renders a question with the text "Well?" on a page in a language. Returns a function that renders it with new fields. */
export function renderQuestion(question: TestQuestion, language = "en"): (question: TestQuestion) => void {
  const page = (shown: TestQuestion) => (
    <LanguageContext value={language}>
      <Question {...shown} />
    </LanguageContext>
  );
  const { rerender } = render(page(question));
  return (changed) => rerender(page(changed));
}

function Question({ error, ...fields }: TestQuestion) {
  const Kind = questionKind(fields.style);
  const question: QuestionElement = {
    id: "e",
    type: "question",
    text: "Well?",
    questionId: "q",
    required: false,
    multiSelect: false,
    options: [],
    ...fields,
  };
  return (
    <Kind
      question={question}
      error={error}
      onAnswer={onAnswer}
      onSendCode={onSendCode}
      onVerifyCode={onVerifyCode}
    />
  );
}

/** Returns the question's only text field. */
export function control(): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>("textbox");
}

export function fill(value: string) {
  fireEvent.change(control(), { target: { value } });
}

export function option(id: string, label: string) {
  return { id, label };
}

export function statement(id: string, label: string) {
  return { id, label, options: [] };
}

/** Gives all elements a width of 800 pixels; without this they have none. */
export function setWide() {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
}

class SilentResizeObserver {
  observe() {}
  disconnect() {}
}
