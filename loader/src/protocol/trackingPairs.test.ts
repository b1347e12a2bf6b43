import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { copyTrackingPairs, TRACKING_PAIRS } from "./trackingPairs.ts";

interface FixturePair {
  parameters: [string, string];
}

it("has the same pairs in the same order as the engine", () => {
  const file = new URL("../../../engine/fixtures/tracking-pairs.json", import.meta.url);
  const pairs = JSON.parse(readFileSync(file, "utf8")) as FixturePair[];
  expect(TRACKING_PAIRS).toEqual(pairs.map(({ parameters }) => parameters));
});

it("copies the parameters of tracking pairs only, each with its first value", () => {
  const kept = new URLSearchParams();
  copyTrackingPairs(new URLSearchParams("email=a%40b.co&sdi=1&sci=2&sdi=3&pnci=%C5%9E&internal=true"), kept);
  expect(kept.toString()).toBe("sdi=1&sci=2&pnci=%C5%9E");
});
