import { expect, it } from "vitest";
import { summaryOf } from "./summary";

const answer = (style: string, answer: string) => ({
  question_id: style,
  question: `${style}?`,
  style,
  answer,
});

it("shows a rating, what was chosen, and what was written", () => {
  const answers = [
    answer("hidden_field", "table 4"),
    answer("radio", "Lovely"),
    answer("checklist", "The coffee"),
    answer("score", "9"),
    answer("star", "4"),
    answer("textarea", "Warmer\n lamps"),
    answer("email", "****@*****.***"),
    answer("file", "a.png"),
  ];
  expect(summaryOf({ answers })).toEqual({
    rating: { question: "score?", value: 9 },
    chosen: "Lovely · The coffee · 4",
    written: "Warmer lamps",
    files: 1,
  });
});

it("lets no answer turn the direction of the next one", () => {
  const answers = [answer("radio", "Love\u202Ely"), answer("checklist", "\u2066The coffee")];
  expect(summaryOf({ answers }).chosen).toBe("Lovely · The coffee");
});

it("has nothing to show of a feedback without answers", () => {
  expect(summaryOf({})).toEqual({ rating: null, chosen: "", written: "", files: 0 });
});
