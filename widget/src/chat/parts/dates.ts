import { localeOf } from "../../language/locale";
import { dayOf } from "../timeline/days";

/** Formats the time of day in the language's format. */
export function formatTime(at: number, language: string): string {
  return formats(language).time.format(at);
}

/** Formats a day: today and yesterday by name, other days as a date. */
export function formatDay(at: number, now: number, language: string): string {
  const { date, relative, locale } = formats(language);
  const daysAgo = [0, 1].find((days) => dayOf(dayBefore(now, days)) === dayOf(at));
  if (daysAgo === undefined) return date.format(at);
  const name = relative.format(-daysAgo, "day");
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** When a business opens again. */
interface Opening {
  /** The day by its own clocks: of the week, from a week on with its date; `undefined`: today. */
  day: string | undefined;
  /** The time of day by its own clocks. */
  time: string;
  /** The time by the visitor's clocks, with the day if it is another one; `undefined`: they show the same. */
  yours: string | undefined;
}

/** @param opensAt RFC 3339 with the offset of the business's clocks. */
export function formatOpening(opensAt: string, now: number, language: string): Opening {
  const { locale } = formats(language);
  const at = new Date(opensAt);
  // What their clocks show, as a time in UTC.
  const theirs = new Date(`${opensAt.slice(0, 19)}Z`);
  const daysAhead = dayNumber(theirs.getTime()) - dayNumber(now + theirs.getTime() - at.getTime());
  const dateFormat: Intl.DateTimeFormatOptions =
    daysAhead < 7 ? { weekday: "long" } : { weekday: "long", month: "long", day: "numeric" };
  const dayIn = (date: Date, timeZone?: string) =>
    new Intl.DateTimeFormat(locale, { ...dateFormat, timeZone }).format(date);
  const day = dayIn(theirs, "UTC");
  const timeOfDay = (date: Date, timeZone?: string) =>
    new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone }).format(date);
  const opening = timeOfDay(theirs, "UTC");
  const yourDay = dayIn(at);
  const yourTime = timeOfDay(at);
  const isSame = yourDay === day && yourTime === opening;
  return {
    day: daysAhead > 0 ? day : undefined,
    time: opening,
    yours: isSame ? undefined : [yourDay === day ? "" : yourDay, yourTime].filter(Boolean).join(" "),
  };
}

/** Returns the number of a day in UTC, counted from 1970. */
function dayNumber(at: number): number {
  return Math.floor(at / (24 * 60 * 60_000));
}

/** Returns a time some calendar days before: not all days have 24 hours. */
function dayBefore(at: number, days: number): number {
  const date = new Date(at);
  return date.setDate(date.getDate() - days);
}

interface Formats {
  locale: string;
  time: Intl.DateTimeFormat;
  date: Intl.DateTimeFormat;
  relative: Intl.RelativeTimeFormat;
}

/** Caches the formats by language: they are expensive to create, and every message uses them. */
const cache = new Map<string, Formats>();

function formats(language: string): Formats {
  const cached = cache.get(language);
  if (cached) return cached;
  const locale = isLocale(language) ? localeOf(language) : "en";
  const created = {
    locale,
    time: new Intl.DateTimeFormat(locale, { timeStyle: "short" }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: "long" }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
  };
  cache.set(language, created);
  return created;
}

/** Language codes come from the flow's author and may be unknown to `Intl`. */
function isLocale(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}
