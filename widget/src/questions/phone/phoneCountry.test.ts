import { describe, expect, it } from "vitest";
import { normalizePhone } from "./phoneCountry";

const TURKEY = { country: "TR", calling_code: "90", national_prefix: "0" };
const ITALY = { country: "IT", calling_code: "39", national_prefix: "" };
const HUNGARY = { country: "HU", calling_code: "36", national_prefix: "06" };

describe("a number without a country code", () => {
  it.each([
    ["0532 123 45 67", TURKEY, "+905321234567"],
    ["532 123 45 67", TURKEY, "+905321234567"],
    ["06 1 234 5678", ITALY, "+390612345678"],
    ["06 1 234 5678", HUNGARY, "+3612345678"],
    ["0532 123 45 67", undefined, "05321234567"],
  ])("%s gets that of the country", (typed, country, expected) => {
    expect(normalizePhone(typed, country)).toBe(expected);
  });
});

it.each(["+49 30 1234567", "0049 30 1234567"])("%s keeps its country code", (typed) => {
  expect(normalizePhone(typed, TURKEY)).toBe("+49301234567");
});

it("what is no number stays as it is", () => {
  expect(normalizePhone("", TURKEY)).toBe("");
  expect(normalizePhone("x1", TURKEY)).toBe("x1");
});
