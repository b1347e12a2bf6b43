import { expect, it } from "vitest";
import { nativeName } from "./nativeName";

it.each([
  ["tr", "tr", "Türkçe"],
  ["de", "DE", "Deutsch"],
  ["es", "es", "Español"],
  ["ar", "ar", "العربية"],
  ["tr", "Turkish", "Turkish"],
  ["xx", "xx", "xx"],
  ["x-nonsense!", "x-nonsense!", "x-nonsense!"],
])("%s, which the flow calls %s, is %s", (code, name, expected) => {
  expect(nativeName({ code, name })).toBe(expected);
});
