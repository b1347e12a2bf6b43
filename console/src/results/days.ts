import { dayAfter } from "../filter/filter";
import type { SummaryDay } from "../wire";

/** Days that are counted together. */
export interface Span {
  from: string;
  /** The last day. */
  to: string;
  feedbacks: number;
  complete: number;
}

export type Unit = "day" | "week" | "month";

const DAY_MS = 86_400_000;
/** More steps have no room, and the server counts no more. */
export const MOST_STEPS = 400;
/** So many days have at most so many months. */
const MOST_DAYS = 365 * 30;

/** Returns the days that are shown of a period: of one that is longer than thirty years, those with feedback, up to the present one. */
export function shownPeriod(
  { from, to }: { from?: string; to?: string },
  days: readonly SummaryDay[],
  today: string,
): { from: string; to: string } {
  const first = days[0]?.day ?? today;
  const last = days[days.length - 1]?.day ?? today;
  const end = last > today ? last : today;
  const whole = { from: from ?? first, to: to ?? end };
  if (daysBetween(whole.from, whole.to) <= MOST_DAYS) return whole;
  return { from: first, to: whole.to < end ? whole.to : end };
}

/** Returns how many days a period has, with both ends. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Returns in which steps a period of so many days is shown, so that there are neither too many nor too few. */
export function unitFor(days: number): Unit {
  if (days <= 45) return "day";
  return days <= 200 ? "week" : "month";
}

/** Returns the days of a period in steps, also those on which nothing came. The first and the last may be shorter. */
export function spansOf(days: readonly SummaryDay[], from: string, to: string, unit: Unit): Span[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const spans: Span[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    let span = spans[spans.length - 1];
    if (!span || isFirst(day, unit)) {
      span = { from: day, to: day, feedbacks: 0, complete: 0 };
      spans.push(span);
    }
    span.to = day;
    span.feedbacks += byDay.get(day)?.feedbacks ?? 0;
    span.complete += byDay.get(day)?.complete ?? 0;
  }
  return spans;
}

function isFirst(day: string, unit: Unit): boolean {
  if (unit === "day") return true;
  if (unit === "month") return day.endsWith("-01");
  return new Date(day).getUTCDay() === 1;
}
