// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { LanguageContext } from "../../texts/useText";
import { loadChatTexts } from "../texts/useChatLanguage";
import { chatDetail } from "../timeline/testChat";
import type { AnsweredQuestion } from "../timeline/wire";
import { FeedbackSummary } from "./FeedbackSummary";

afterEach(cleanup);

describe("the feedback summary", () => {
  it("keeps the lines of a matrix answer", () => {
    show({ question_id: "m", question: "Rate us", style: "matrix", answer: "Speed: Good\nPrice: Fair" });
    expect(answerTo("Rate us")).toBe("Speed: Good\nPrice: Fair");
  });

  it.each([
    ["en", "Agreed"],
    ["tr", "Kabul edildi"],
    ["tr-cy", "Kabul edildi"],
    ["de", "Zugestimmt"],
    ["xx", "Agreed"],
  ])("shows an agreement as a word, in %s as %s", async (language, word) => {
    await loadChatTexts(language);
    show({ question_id: "a", question: "May we call?", style: "agreement", answer: "true" }, language);
    expect(answerTo("May we call?")).toBe(word);
  });

  it("shows a text that reads `true` as it is", () => {
    show({ question_id: "t", question: "True?", style: "text", answer: "true" });
    expect(answerTo("True?")).toBe("true");
  });

  it("lists several options of one question in a row", () => {
    const question = { question_id: "c", question: "Which?", style: "checklist" };
    show([
      { ...question, answer: "One" },
      { ...question, answer: "Two" },
    ]);
    expect(answerTo("Which?")).toBe("One, Two");
  });
});

function show(responses: AnsweredQuestion | AnsweredQuestion[], language = "en") {
  render(
    <LanguageContext value={language}>
      <FeedbackSummary detail={chatDetail({ responses: [responses].flat() })} isFolded={false} />
    </LanguageContext>,
  );
}

function answerTo(question: string) {
  return screen.getByText(question).nextSibling?.textContent;
}
