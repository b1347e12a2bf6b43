// When people give feedback, and how content they are.

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** How many days of past there are. */
const DAYS = 91;

/** The demo's clock: Istanbul, which has no summer time. */
const OFFSET = 3 * HOUR;

/** By what is visited how busy weekdays (from Sunday) and hours are. */
const RHYTHMS = {
  cafe: {
    days: [1.5, 0.7, 0.75, 0.8, 0.9, 1.1, 1.6],
    hours: { 8: 4, 9: 8, 10: 8, 11: 7, 12: 5, 13: 5, 14: 6, 15: 8, 16: 8, 17: 6, 18: 5, 19: 3, 20: 2, 21: 1 },
  },
  web: {
    days: [1.1, 1, 1, 1.05, 1.1, 0.9, 0.9],
    hours: { 7: 1, 8: 2, 9: 4, 10: 5, 11: 5, 12: 6, 13: 5, 14: 4, 15: 4, 17: 5, 19: 7, 20: 9, 21: 9, 22: 6, 23: 3 },
  },
  office: {
    days: [0.1, 1.2, 1.2, 1.1, 1.1, 0.9, 0.15],
    hours: { 8: 2, 9: 7, 10: 9, 11: 8, 12: 4, 13: 5, 14: 8, 15: 7, 16: 6, 17: 3, 18: 1 },
  },
};

/** Returns a moment of the last three months, at least 20 minutes ago. More people come from month to month. */
export function drawTime(chance, now, rhythm) {
  const { days, hours } = RHYTHMS[rhythm];
  const today = Math.floor((now + OFFSET) / DAY);
  const weights = {};
  for (let ago = 0; ago <= DAYS; ago += 1) {
    // The first day of 1970 was a Thursday.
    weights[ago] = days[(today - ago + 4) % 7] * (1.2 - (0.4 * ago) / DAYS);
  }
  for (;;) {
    const begins = (today - Number(chance.weighted(weights))) * DAY - OFFSET;
    const at = begins + Number(chance.weighted(hours)) * HOUR + chance.between(0, HOUR - 1);
    if (at < now - HOUR / 3) return at;
  }
}

/** Returns the part of visitors who would recommend the café: it rises, but two weeks ago the espresso machine was broken. */
export function qualityAt(daysAgo) {
  const dip = 0.32 * Math.exp(-(((daysAgo - 14) / 2.6) ** 2));
  return 0.44 + 0.18 * (1 - daysAgo / DAYS) - dip;
}
