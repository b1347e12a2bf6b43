import { expect, it } from "vitest";
import { initialsOf } from "./Avatar";

it.each([
  ["Ann Lee", "en", "AL"],
  ["ömer (satış) ince", "tr", "Öİ"],
  ["Zoë", "en", "Z"],
  ["محمد علي", "ar", "م"],
  ["", "en", ""],
])("takes the first letters of %s", (name, language, expected) => {
  expect(initialsOf(name, language)).toBe(expected);
});
