import { describe, expect, it } from "vitest";
import { formatDay, formatTime } from "./dates";

describe("days and times", () => {
  const now = new Date(2026, 10, 21, 15).getTime();
  const DAY = 24 * 60 * 60_000;

  it("name today and yesterday, and show the date of other days", () => {
    expect(formatDay(now, now, "en")).toBe("Today");
    expect(formatDay(now - DAY, now, "en")).toBe("Yesterday");
    expect(formatDay(now - DAY, now, "tr")).toBe("Dün");
    expect(formatDay(now - 2 * DAY, now, "en")).toBe("November 19, 2026");
  });

  it("are in English for an unknown language code", () => {
    expect(formatDay(now, now, "no_language")).toBe("Today");
    expect(formatTime(now, "tr")).toBe("15:00");
  });
});
