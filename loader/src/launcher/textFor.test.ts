import { expect, it } from "vitest";
import { textFor } from "./textFor.ts";

it("falls back to English, then to the first text", () => {
  expect(textFor("fr", { de: "Wie war es?", en: "How was it?" })).toBe("How was it?");
  expect(textFor("fr", { de: "Wie war es?" })).toBe("Wie war es?");
  expect(textFor("fr", {})).toBeUndefined();
  expect(textFor("fr", { fr: "" })).toBeUndefined();
});

it("falls back to the language without its region, never to another region", () => {
  const texts = {
    en: "How was it?",
    fr: "C'était comment ?",
    "fr-ca": "Comment c'était ?",
    "zh-hans": "怎么样？",
  };
  expect(textFor("fr-ca", texts)).toBe("Comment c'était ?");
  expect(textFor("fr-be", texts)).toBe("C'était comment ?");
  expect(textFor("zh-tw", texts)).toBe("How was it?");
  expect(textFor("zh", texts)).toBe("How was it?");
});
