/** When a working day begins, by the clock of this browser. */
const MORNING = 9;

/** Returns the time in an hour, to the minute. */
export function inOneHour(now: Date): Date {
  const time = new Date(now);
  time.setHours(time.getHours() + 1, time.getMinutes(), 0, 0);
  return time;
}

/** Returns tomorrow morning. */
export function tomorrow(now: Date): Date {
  return morning(now, 1);
}

/** Returns the morning of next Monday. */
export function nextWeek(now: Date): Date {
  return morning(now, (8 - now.getDay()) % 7 || 7);
}

function morning(now: Date, days: number): Date {
  const time = new Date(now);
  time.setDate(time.getDate() + days);
  time.setHours(MORNING, 0, 0, 0);
  return time;
}
