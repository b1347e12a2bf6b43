import { describe, expect, it } from "vitest";
import { parseNumber } from "./numberText";

describe("a typed number", () => {
  it.each([
    ["en", "1,500", 1500],
    ["en", "1,234.56", 1234.56],
    ["en", "1,234,567", 1234567],
    ["en", "1,50,000", 150000],
    ["en", "0,500", 0.5],
    ["en", "1,5", 1.5],
    ["en", "1 500", 1500],
    ["en", "1.500", 1.5],
    ["en", "1.", 1],
    ["en", ".5", 0.5],
    ["en", "-5", -5],
    ["en", "–5", -5],
    ["en", "\u22125", -5],
    ["en", "+5", 5],
    ["en", "007", 7],
    ["en", "-0.5", -0.5],
    ["de", "1.000", 1000],
    ["de", "1.234,56", 1234.56],
    ["de", "1,5", 1.5],
    ["de", "1.5", 1.5],
    ["de", "1,500", 1.5],
    ["tr", "1.234,5", 1234.5],
    ["fr", "1 234,5", 1234.5],
    ["fr", "1\u202f234,5", 1234.5],
    ["fr", "1.5", 1.5],
    ["de-CH", "1’234.5", 1234.5],
    ["de-CH", "1'234.5", 1234.5],
    ["hi", "१,५०,०००.५", 150000.5],
    ["fa", "۱٬۲۳۴٫۵", 1234.5],
    ["fa", "1,234.5", 1234.5],
    ["ar-EG", "١٬٢٣٤٫٥", 1234.5],
    ["de", "٤٢٫٥", 42.5],
    ["fa", "\u200e\u2212۵", -5],
    ["ja", "１，２３４．５", 1234.5],
    ["sv", "−1 234,5", -1234.5],
    ["no such code", "1,500", 1500],
  ])("in %s %s is understood", (language, text, number) => {
    expect(parseNumber(text, language)).toBe(number);
  });

  it.each([
    ["en", "1e3"],
    ["en", "12 kg"],
    ["en", "1,23,4"],
    ["en", "1.2.3"],
    ["en", "1,234,56"],
    ["en", "1.234,56"],
    ["en", "1-2"],
    ["en", "--1"],
    ["en", "-"],
    ["en", "."],
    ["en", "abc"],
    ["en", "1 5"],
    ["en", "1234567890123456789"],
    ["de", "1,234.56"],
    ["de", "1.00.0"],
    ["fr", "1.500"],
    ["fr", "1,234.5"],
  ])("in %s %s is not", (language, text) => {
    expect(parseNumber(text, language)).toBeUndefined();
  });

  it.each(["en", "de", "fr", "fa", "ar", "he", "sv", "hi", "bn", "de-CH", "pl", "th", "ja"])(
    "is read as %s writes it",
    (language) => {
      for (const number of [0, -5, 1.5, 1500, -1234567.25, 0.125]) {
        expect(parseNumber(number.toLocaleString(language), language)).toBe(number);
        expect(parseNumber(number.toLocaleString(language, { useGrouping: false }), language)).toBe(number);
      }
    },
  );
});
