import { latinDigits } from "./latinDigits";

type DatePart = "day" | "month" | "year";

/** How a day is written in numbers. */
export interface DateOrder {
  parts: DatePart[];
  separator: string;
}

const DAY_FIRST: DateOrder = { parts: ["day", "month", "year"], separator: "/" };

/**
 * Returns how a visitor writes days: as their browser's region does where it speaks the page's language, else as is usual in
 * that language. English without a region is written with the day first.
 *
 * @param preferred the languages of the browser, best first.
 */
export function dateOrder(language: string, preferred: readonly string[]): DateOrder {
  const base = language.split("-")[0];
  const regional = preferred.find((code) => code.includes("-") && code.split("-")[0] === base);
  const locale = language.includes("-") ? language : (regional ?? language);
  if (locale === "en") return DAY_FIRST;
  try {
    const format = new Intl.DateTimeFormat(locale, {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      calendar: "gregory",
      numberingSystem: "latn",
    });
    const pieces = format.formatToParts(new Date(2024, 0, 31));
    const parts = pieces.flatMap(({ type }) => (isDatePart(type) ? [type] : []));
    const separator = pieces
      .find(({ type }) => type === "literal")
      ?.value.replace(MARKS, "")
      .trim();
    return parts.length === 3 ? { parts, separator: separator || "/" } : DAY_FIRST;
  } catch {
    // `Intl` does not know the code: operators choose codes freely.
    return DAY_FIRST;
  }
}

/** Direction marks, which only `Intl` needs. */
const MARKS = /[\u200e\u200f\u061c]/g;

function isDatePart(type: string): type is DatePart {
  return type === "day" || type === "month" || type === "year";
}

/**
 * Reads a day as an ISO date: in the visitor's order with any separators, without separators as eight digits, or as an ISO
 * date. A year has four digits, so that nobody is a hundred years too young. Whether the day exists the engine decides.
 */
export function parseDate(text: string, order: DateOrder): string | undefined {
  const digits = latinDigits(text.trim());
  const groups = digits.match(/\d+/g) ?? [];
  const [only = ""] = groups;
  const isIso = groups[0]?.length === 4;
  const parts = isIso ? YEAR_FIRST : order.parts;
  const numbers = groups.length === 1 && only.length === 8 ? split(only, order.parts) : groups;
  if (numbers.length !== 3 || /[^\d\s./,\-年月日]/.test(digits)) return undefined;
  const found = Object.fromEntries(parts.map((part, at) => [part, numbers[at] ?? ""]));
  const { year = "", month = "", day = "" } = found;
  if (year.length !== 4 || month.length > 2 || day.length > 2) return undefined;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

const YEAR_FIRST: DatePart[] = ["year", "month", "day"];

/** Splits eight digits into the parts of a day. */
function split(digits: string, parts: DatePart[]): string[] {
  const yearFirst = parts[0] === "year";
  const pattern = yearFirst ? /^(\d{4})(\d{2})(\d{2})$/ : /^(\d{2})(\d{2})(\d{4})$/;
  return pattern.exec(digits)?.slice(1) ?? [];
}

/** Writes an ISO date in an order. */
export function formatDate(iso: string, { parts, separator }: DateOrder): string {
  const [year, month, day] = iso.split("-");
  const values = { year, month, day };
  return parts.map((part) => values[part]).join(separator);
}
