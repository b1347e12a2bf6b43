import { expect, it } from "vitest";
import { fits } from "./usePaletteEntries";

it.each([
  ["Results", ""],
  ["Results", "  RÉSU "],
  ["Gelen kutusu", "kutu gel"],
  ["Çıkış yap", "cikis"],
  ["Çıkış yap", "ÇIKIŞ"],
  ["الإعدادات", "اعدادات"],
])("%s fits %s", (label, typed) => {
  expect(fits(label, typed)).toBe(true);
});

it.each([
  ["Results", "inbox"],
  ["Results", "res inb"],
])("%s does not fit %s", (label, typed) => {
  expect(fits(label, typed)).toBe(false);
});
