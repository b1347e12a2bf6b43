import { localeOf } from "../language/locale";
import { type Day, fromIso, pad, toIso } from "./calendar";
import { latinDigits } from "./latinDigits";

type DatePart = keyof Day;

/** How a day is written in numbers. */
export interface DateOrder {
  parts: DatePart[];
  separator: string;
  /** The calendar in which days are shown and typed, as `Intl` names it. */
  calendar: string;
  /** The name of that calendar's years, where it is not the Gregorian one. */
  era?: string | undefined;
}

const DAY_FIRST: DateOrder = { parts: ["day", "month", "year"], separator: "/", calendar: "gregory" };

/**
 * Returns how a visitor writes days: as their browser's region does where it speaks the page's language, else as is usual in
 * that language, in its calendar: Thai days have Buddhist years, Persian ones are of the Persian calendar. English without a region is
 * written with the day first.
 *
 * @param preferred the languages of the browser, best first.
 */
export function dateOrder(language: string, preferred: readonly string[]): DateOrder {
  const locale = localeOf(language, preferred);
  if (locale === "en") return DAY_FIRST;
  try {
    const format = new Intl.DateTimeFormat(locale, {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      numberingSystem: "latn",
    });
    const pieces = format.formatToParts(NOW_OR_SO);
    const parts = pieces.flatMap(({ type }) => (isDatePart(type) ? [type] : []));
    const separator = pieces
      .find(({ type }) => type === "literal")
      ?.value.replace(MARKS, "")
      .trim();
    const { calendar } = format.resolvedOptions();
    const era = calendar === "gregory" ? undefined : eraName(locale);
    return parts.length === 3 ? { parts, separator: separator || "/", calendar, era } : DAY_FIRST;
  } catch {
    // `Intl` does not know the code: operators choose codes freely.
    return DAY_FIRST;
  }
}

/** Returns what the years of a language's calendar are called, such as “พ.ศ.”. */
function eraName(locale: string): string | undefined {
  const format = new Intl.DateTimeFormat(locale, { era: "short", year: "numeric" });
  return format.formatToParts(NOW_OR_SO).find(({ type }) => type === "era")?.value;
}

/** A day of the current era of every calendar. */
const NOW_OR_SO = new Date(2024, 0, 31);

/** Direction marks, which only `Intl` needs. */
const MARKS = /[\u200e\u200f\u061c]/g;

function isDatePart(type: string): type is DatePart {
  return type === "day" || type === "month" || type === "year";
}

/**
 * Reads a day as an ISO date: in the visitor's calendar and order with any separators, without separators as eight digits, or as an
 * ISO date. A year has four digits, so that nobody is a hundred years too young. Whether the day exists the engine decides.
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
  return toIso({ year: Number(year), month: Number(month), day: Number(day) }, order.calendar);
}

const YEAR_FIRST: DatePart[] = ["year", "month", "day"];

/** Splits eight digits into the parts of a day. */
function split(digits: string, parts: DatePart[]): string[] {
  const yearFirst = parts[0] === "year";
  const pattern = yearFirst ? /^(\d{4})(\d{2})(\d{2})$/ : /^(\d{2})(\d{2})(\d{4})$/;
  return pattern.exec(digits)?.slice(1) ?? [];
}

/** Writes an ISO date in a calendar and an order. */
export function formatDate(iso: string, { parts, separator, calendar }: DateOrder): string {
  const { year, month, day } = fromIso(iso, calendar);
  const values = { year: String(year).padStart(4, "0"), month: pad(month), day: pad(day) };
  return parts.map((part) => values[part]).join(separator);
}
