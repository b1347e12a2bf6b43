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

  const thai = dateOrder("th", []);
  const persian = dateOrder("fa", ["fa-IR"]);
  const umalqura = { ...dateOrder("ar", []), calendar: "islamic-umalqura" };
  it.each([
    ["31/12/2569", thai, "2026-12-31"],
    ["๓๑/๑๒/๒๕๖๙", thai, "2026-12-31"],
    ["31122569", thai, "2026-12-31"],
    ["29/2/2567", thai, "2024-02-29"],
    ["1405/10/10", persian, "2026-12-31"],
    ["۱۴۰۵/۱/۱", persian, "2026-03-21"],
    ["1403/12/30", persian, "2025-03-20"],
    ["1300/1/1", persian, "1921-03-21"],
    ["1/1/1447", umalqura, "2025-06-26"],
    // Nobody means the other calendar's year.
    ["31/12/2026", thai, "2026-12-31"],
    ["2026-12-31", persian, "2026-12-31"],
    // The engine says that nobody means this year.
    ["31/12/0025", thai, "0025-12-31"],
    ["31/12/2569", american, "2569-31-12"],
  ])("%s is understood in the calendar of the language", (text, order, expected) => {
    expect(parseDate(text, order)).toBe(expected);
  });

  it.each([
    ["2026-12-31", thai, "31/12/2569"],
    ["2026-12-31", persian, "1405/10/10"],
    ["2026-02-31", thai, "31/02/2026"],
    ["0025-12-31", american, "12/31/0025"],
  ])("%s is shown in the calendar in which it is typed", (iso, order, expected) => {
    expect(formatDate(iso, order)).toBe(expected);
    expect(parseDate(expected, order)).toBe(iso);
  });

  it("has the name of its years where they are not Gregorian", () => {
    expect([thai.era, persian.era, german.era]).toEqual(["พ.ศ.", "ه\u200d.ش.", undefined]);
  });

  it.each(["30/2/2569", "31/11/2569"])("%s does not exist in its calendar", (text) => {
    expect(parseDate(text, thai)).toBeUndefined();
  });

  it.each(["", "21.11", "21.11.26", "21 November 2026", "1.2.3.2026", "211126"])("%s is not", (text) => {
    expect(parseDate(text, german)).toBeUndefined();
  });

  it("is shown in the order in which it is typed", () => {
    expect(formatDate("2026-11-21", american)).toBe("11/21/2026");
  });
});
