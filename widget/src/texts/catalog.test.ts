import { describe, expect, it } from "vitest";
import { loadCatalog, textIn as pageTextIn } from "./catalog";
import { en } from "./catalogs/en";
import { messages } from "./catalogs/messages";
import { createTexts } from "./createTexts";

const ALL = { ...en, ...messages };
const textIn = createTexts("page", ALL);

it("has every validation message, word by word", () => {
  const textOf = (key: keyof typeof ALL) => (typeof ALL[key] === "string" ? ALL[key] : ALL[key].other);
  expect(VALIDATION_MESSAGES.map(textOf)).toMatchInlineSnapshot(`
    [
      "Please answer all of the questions to continue.",
      "Please fill in this field to continue.",
      "Please enter a valid email.",
      "Please enter a valid phone number.",
      "Your answer could not be validated, please check again.",
      "Please enter a number, such as {example}.",
      "Please check the year: it is too early or too late.",
      "At least one question must be answered.",
      "Please select minimum {minSelectionCount} options.",
      "Please select maximum {maxSelectionCount} options.",
      "Please enter a number between {lowerlimit} and {upperlimit}.",
      "Please enter a number greater than or equal to {lowerlimit}.",
      "Please enter a number less than or equal to {upperlimit}.",
      "Please enter an answer between {minResponseLength} and {maxResponseLength} characters.",
      "Please enter an answer that is at least {minResponseLength} characters.",
      "Please enter an answer that is at most {maxResponseLength} characters.",
      "Enter a value between {min} and {max}.",
      "Invalid Signature!",
      "The verification code you entered is wrong.",
    ]
  `);
});

describe("a text", () => {
  it("has its placeholders filled in with numbers in the language's format", async () => {
    await loadCatalog("tr");
    expect(textIn("en", "length_max", { maxResponseLength: 1000 })).toContain("at most 1,000 characters");
    expect(textIn("tr", "length_max", { maxResponseLength: 1000 })).toContain("en fazla 1.000 karakter");
  });

  it("has the plural form of its language", async () => {
    await loadCatalog("pl");
    const select = (minSelectionCount: number) => textIn("pl", "min_selection", { minSelectionCount });
    expect([1, 2, 5, 22].map(select)).toEqual([
      "Wybierz co najmniej 1 opcję.",
      "Wybierz co najmniej 2 opcje.",
      "Wybierz co najmniej 5 opcji.",
      "Wybierz co najmniej 22 opcje.",
    ]);
  });

  it("falls back from a region to its language", async () => {
    await loadCatalog("tr-TR");
    expect(pageTextIn("tr-TR", "back")).toBe("Geri");
  });

  it("is English where there is no catalog", async () => {
    await loadCatalog("xx-nonsense!");
    expect(textIn("xx-nonsense!", "value_between", { min: 0, max: 10 })).toBe(
      "Enter a value between 0 and 10.",
    );
  });
});

const VALIDATION_MESSAGES: (keyof typeof ALL)[] = [
  "answer_all",
  "required",
  "invalid_email",
  "invalid_phone",
  "invalid_answer",
  "invalid_number",
  "invalid_year",
  "at_least_one",
  "min_selection",
  "max_selection",
  "number_between",
  "number_min",
  "number_max",
  "length_between",
  "length_min",
  "length_max",
  "value_between",
  "invalid_signature",
  "wrong_code",
];
