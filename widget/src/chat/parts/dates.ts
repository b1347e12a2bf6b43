import { dayOf } from "../timeline/days";

const DAY_MS = 24 * 60 * 60_000;

/** The time of day, as the language writes it. */
export function formatTime(at: number, language: string): string {
  return formats(language).time.format(at);
}

/** A day: today and yesterday by their names, others by their date. */
export function formatDay(at: number, now: number, language: string): string {
  const { date, relative, locale } = formats(language);
  const daysAgo = [0, 1].find((days) => dayOf(now - days * DAY_MS) === dayOf(at));
  if (daysAgo === undefined) return date.format(at);
  const name = relative.format(-daysAgo, "day");
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

interface Formats {
  locale: string;
  time: Intl.DateTimeFormat;
  date: Intl.DateTimeFormat;
  relative: Intl.RelativeTimeFormat;
}

/** Costly to make and used by every message. */
const made = new Map<string, Formats>();

function formats(language: string): Formats {
  const known = made.get(language);
  if (known) return known;
  const locale = isLocale(language) ? language : "en";
  const fresh = {
    locale,
    time: new Intl.DateTimeFormat(locale, { timeStyle: "short" }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: "long" }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
  };
  made.set(language, fresh);
  return fresh;
}

/** Codes are the operator's own words. */
function isLocale(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}
