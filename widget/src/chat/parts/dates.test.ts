import { afterEach, describe, expect, it, vi } from "vitest";
import { formatDay, formatOpening, formatTime } from "./dates";

describe("days and times", () => {
  const now = new Date(2026, 10, 21, 15).getTime();
  const DAY = 24 * 60 * 60_000;

  it("name today and yesterday, and show the date of other days", () => {
    expect(formatDay(now, now, "en")).toBe("Today");
    expect(formatDay(now - DAY, now, "en")).toBe("Yesterday");
    expect(formatDay(now - DAY, now, "tr")).toBe("Dün");
    expect(formatDay(now - 2 * DAY, now, "en")).toBe("November 19, 2026");
  });

  describe("where clocks are changed", () => {
    afterEach(vi.unstubAllEnvs);

    it.each([
      ["a day has 23 hours", "Europe/Berlin", [2026, 2, 29], [0, 30]],
      ["a day has 25 hours", "Europe/Berlin", [2026, 9, 25], [23, 30]],
      ["a day has no midnight", "Africa/Cairo", [2026, 3, 24], [0, 30]],
    ] as const)("count days, not hours: %s", (_, timeZone, [year, month, day], [hour, minute]) => {
      vi.stubEnv("TZ", timeZone);
      const at = (days: number) => new Date(year, month, day + days, hour, minute).getTime();
      for (const today of [0, 1]) {
        expect(formatDay(at(today), at(today), "en")).toBe("Today");
        expect(formatDay(at(today - 1), at(today), "en")).toBe("Yesterday");
        expect(formatDay(at(today - 2), at(today), "en")).not.toBe("Yesterday");
      }
    });
  });

  describe("of an opening", () => {
    afterEach(vi.unstubAllEnvs);

    it.each([
      ["Europe/Istanbul", "9:00 AM", undefined],
      ["Europe/Berlin", "9:00 AM", "7:00 AM"],
      ["America/Los_Angeles", "9:00 AM", "Sunday 10:00 PM"],
    ])("are those of the business, and the visitor's own in %s", (timeZone, time, yours) => {
      vi.stubEnv("TZ", timeZone);
      const { day, ...times } = formatOpening(
        "2026-11-30T09:00:00+03:00",
        Date.parse("2026-11-28T12:00:00Z"),
        "en",
      );
      expect(day).toBe("Monday");
      // Some versions of `Intl` put a narrow space before AM.
      const plain = (text: string | undefined) => text?.replace(/\s/g, " ");
      expect([plain(times.time), plain(times.yours)]).toEqual([time, yours]);
    });

    it.each([
      ["today", "2026-12-04T05:59:00Z", undefined],
      ["today by their clocks, yesterday by others", "2026-12-03T21:30:00Z", undefined],
      ["tomorrow", "2026-12-03T20:30:00Z", "Friday"],
      ["in six days", "2026-11-28T08:00:00Z", "Friday"],
      ["on the same day of the next week", "2026-11-27T15:00:00Z", "Friday, December 4"],
      ["later", "2026-11-20T15:00:00Z", "Friday, December 4"],
    ])("say the day so that it can be no other: %s", (_, now, day) => {
      vi.stubEnv("TZ", "Europe/Istanbul");
      expect(formatOpening("2026-12-04T09:00:00+03:00", Date.parse(now), "en").day).toBe(day);
    });
  });

  it("are in English for an unknown language code", () => {
    expect(formatDay(now, now, "no_language")).toBe("Today");
    expect(formatTime(now, "tr")).toBe("15:00");
  });
});
