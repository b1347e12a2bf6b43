import { isDocument } from "./document";

/** The days that hours are of, in the order of a week. */
export const PERIODS = ["weekdays", "saturday", "sunday"] as const;

export type Period = (typeof PERIODS)[number];

/** From when to when a node is open, as numbers such as 930 (docs/chat.md#working-hours). */
export interface Span {
  start: number;
  end: number;
}

export type Hours = Readonly<Record<Period, readonly Span[]>>;

/** The end of a day, which clocks show as its beginning. */
const MIDNIGHT = 2400;

/** Returns the hours of a record by days; `null` where they are something else. */
export function readHours(value: unknown): Hours | null {
  if (value !== undefined && !Array.isArray(value)) return null;
  const hours: Record<Period, Span[]> = { weekdays: [], saturday: [], sunday: [] };
  for (const entry of value ?? []) {
    if (!isDocument(entry) || Object.keys(entry).length !== 3) return null;
    const period = PERIODS.find((period) => period === entry.period);
    const { start_hour: start, end_hour: end } = entry;
    if (!period || !isTime(start) || !isTime(end)) return null;
    hours[period].push({ start, end });
  }
  return hours;
}

/** Returns hours as a record has them. */
export function writeHours(hours: Hours) {
  return PERIODS.flatMap((period) =>
    hours[period].map(({ start, end }) => ({ period, start_hour: start, end_hour: end })),
  );
}

/** Returns whether a node is closed on a day with these spans: without any it is open. */
export function isClosed(spans: readonly Span[]): boolean {
  return spans.length > 0 && spans.every(({ start, end }) => start === end);
}

/** Returns a time as fields have it: `09:30`. */
export function timeText(time: number): string {
  const digits = String(time % MIDNIGHT).padStart(4, "0");
  return `${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** Returns the number of a time as fields have it. Hours that end at midnight end with their day. */
export function timeNumber(text: string, isEnd: boolean): number {
  const time = Number(text.slice(0, 5).replace(":", ""));
  return isEnd && time === 0 ? MIDNIGHT : time;
}

function isTime(time: unknown): time is number {
  return Number.isInteger(time) && Number(time) >= 0 && Number(time) <= MIDNIGHT && Number(time) % 100 < 60;
}
