import { expect, it } from "vitest";
import { inOneHour, nextWeek, tomorrow } from "./snoozeTimes";

it("puts off by an hour, until tomorrow morning, and until the morning of Monday", () => {
  const friday = new Date(2026, 10, 27, 16, 40, 12);
  expect(inOneHour(friday)).toEqual(new Date(2026, 10, 27, 17, 40));
  expect(tomorrow(friday)).toEqual(new Date(2026, 10, 28, 9));
  expect(nextWeek(friday)).toEqual(new Date(2026, 10, 30, 9));
  expect(nextWeek(new Date(2026, 10, 29, 8))).toEqual(new Date(2026, 10, 30, 9));
  expect(nextWeek(new Date(2026, 10, 30, 8))).toEqual(new Date(2026, 11, 7, 9));
});
