import { expect, it } from "vitest";
import { readPreloadedAnswers } from "./preloadedAnswers";

it.each<[unknown, object | undefined]>([
  [
    { mood: "good", score: 9, agreed: true },
    { mood: "good", score: "9", agreed: "true" },
  ],
  [{ liked: ["coffee", "food"] }, { liked: "coffee,food" }],
  [{ mood: null, liked: { a: 1 } }, undefined],
  [["good"], undefined],
  ["good", undefined],
])("%j is read as %j", (responses, expected) => {
  expect(readPreloadedAnswers(new URLSearchParams({ responses: JSON.stringify(responses) }))).toEqual(
    expected,
  );
});

it.each(["", "responses=", "responses=%7B%22mood%22%3A%22go"])("nothing is read from '%s'", (query) => {
  expect(readPreloadedAnswers(new URLSearchParams(query))).toBeUndefined();
});
