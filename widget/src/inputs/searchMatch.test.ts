import { expect, it } from "vitest";
import { matchesQuery } from "./searchMatch";

it.each([
  ["Germany (+49)", "ger"],
  ["Germany (+49)", "+49"],
  ["United Kingdom", "king"],
  ["United Kingdom", "kingdom uni"],
  ["Türkiye", "turkiye"],
  ["İzmir", "izmir"],
  ["Isparta", "ısp"],
  ["日本語", "本"],
  ["Österreich", ""],
])("%s is found by %s", (text, query) => {
  expect(matchesQuery(text, query)).toBe(true);
});

it.each([
  ["Germany", "many"],
  ["United Kingdom", "united states"],
  ["Türkiye", "turkmen"],
])("%s is not found by %s", (text, query) => {
  expect(matchesQuery(text, query)).toBe(false);
});
