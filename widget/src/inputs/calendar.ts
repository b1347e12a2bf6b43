/** A day in numbers. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment to which a year is compared: anyone who means a year means one near it. */
const NEAR = Date.UTC(2000, 0, 1);

/**
 * Returns a day of a calendar as an ISO date; `undefined` if the calendar has no such day. A year that is nearer to ours in the
 * Gregorian calendar than in the other one is of the Gregorian calendar.
 *
 * @param calendar as `Intl` names it.
 */
export function toIso(typed: Day, calendar: string): string | undefined {
  const { year, month, day } = typed;
  const read = calendarReader(calendar);
  const nearYear = read(NEAR).year;
  if (Math.abs(year - 2000) <= Math.abs(year - nearYear)) {
    return [String(year).padStart(4, "0"), pad(month), pad(day)].join("-");
  }
  let time = NEAR;
  // Years and months differ in length: each step leaves a small part of what was missing.
  for (let step = 0; step < 6; step += 1) {
    const at = read(time);
    time += (((year - at.year) * 12 + month - at.month) * 30 + day - at.day) * DAY_MS;
  }
  for (let days = -3; days <= 3; days += 1) {
    const near = time + days * DAY_MS;
    const at = read(near);
    if (at.year === year && at.month === month && at.day === day)
      return new Date(near).toISOString().slice(0, 10);
  }
  return undefined;
}

/** Returns an ISO date as a day of a calendar; one that does not exist stays as it is. */
export function fromIso(iso: string, calendar: string): Day {
  const [year = 0, month = 0, day = 0] = iso.split("-").map(Number);
  const time = Date.parse(iso);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
  const local = exists && calendar !== "gregory" ? calendarReader(calendar)(time) : undefined;
  // Years are typed with four digits.
  return local && local.year > 999 ? local : { year, month, day };
}

/** Returns the function that reads moments as days of a calendar. */
function calendarReader(calendar: string): (time: number) => Day {
  const format = new Intl.DateTimeFormat("en-u-nu-latn", {
    calendar,
    timeZone: "UTC",
    year: "numeric",
    month: "numeric",
    day: "numeric",
  });
  return (time) => {
    const parts = format.formatToParts(time).map(({ type, value }) => [type, Number(value)]);
    return Object.fromEntries(parts) as Day;
  };
}

/** Writes a month or a day with two digits. */
export function pad(number: number): string {
  return String(number).padStart(2, "0");
}
