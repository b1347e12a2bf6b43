import { expect, it } from "vitest";
import { waitLeft } from "./kioskRecord";

it("makes nobody wait for a slip, and then twice as long each time, up to five minutes", () => {
  const waits = [0, 1, 2, 3, 4, 5, 9, 10, 1_000].map((failures) => waitLeft({ failures, failedAt: 7 }, 7));
  expect(waits).toEqual([0, 0, 0, 5_000, 10_000, 20_000, 300_000, 300_000, 300_000]);
});

it("ends with its time, and is never longer than that, whatever the clock does", () => {
  const attempts = { failures: 3, failedAt: 10_000 };
  expect(waitLeft(attempts, 12_000)).toBe(3_000);
  expect(waitLeft(attempts, 15_000)).toBe(0);
  expect(waitLeft(attempts, 99_000)).toBe(0);
  expect(waitLeft(attempts, 0)).toBe(5_000);
});
