import { describe, expect, it } from "vitest";
import { dateOrder, formatDate, parseDate } from "./dateText";

describe("the order of a day", () => {
  it.each([
    ["en", [], "day/month/year"],
    ["en", ["en-US"], "month/day/year"],
    ["en", ["de-DE", "en-GB"], "day/month/year"],
    ["de", ["en-US"], "day.month.year"],
    ["tr", [], "day.month.year"],
    ["ja", [], "year/month/day"],
    ["ar", ["ar-EG"], "day/month/year"],
    ["zh-tw", ["en-US"], "year/month/day"],
    ["no such code", [], "day/month/year"],
  ])("in %s for a visitor with %j", (language, preferred, expected) => {
    const { parts, separator } = dateOrder(language, preferred);
    expect(parts.join(separator)).toBe(expected);
  });
});

describe("a typed day", () => {
  const german = dateOrder("de", []);
  const american = dateOrder("en", ["en-US"]);
  it.each([
    ["21.11.2026", german, "2026-11-21"],
    ["1.2.2026", german, "2026-02-01"],
    ["21 / 11 / 2026", german, "2026-11-21"],
    ["21112026", german, "2026-11-21"],
    ["11212026", american, "2026-11-21"],
    ["11/21/2026", american, "2026-11-21"],
    ["2026-11-21", american, "2026-11-21"],
    ["٢١.١١.٢٠٢٦", german, "2026-11-21"],
    ["2026年11月21日", dateOrder("ja", []), "2026-11-21"],
    // The engine says that there is no such day.
    ["31.2.2026", german, "2026-02-31"],
  ])("%s is understood", (text, order, expected) => {
    expect(parseDate(text, order)).toBe(expected);
  });

  it.each(["", "21.11", "21.11.26", "21 November 2026", "1.2.3.2026", "211126"])("%s is not", (text) => {
    expect(parseDate(text, german)).toBeUndefined();
  });

  it("is shown in the order in which it is typed", () => {
    expect(formatDate("2026-11-21", american)).toBe("11/21/2026");
  });
});
