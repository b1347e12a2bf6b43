import { expect, it } from "vitest";
import { localeOf } from "./locale";

it.each([
  ["es", ["es-MX", "es"], "es-MX"],
  ["de", ["en-US", "de-CH"], "de-CH"],
  ["DE", ["de-at"], "de-at"],
  ["es", ["en-US"], "es"],
  ["es", ["es"], "es"],
  ["es", [], "es"],
  ["es-es", ["es-MX"], "es-es"],
  ["fr-ca", ["fr-FR"], "fr-ca"],
  // A script is no region.
  ["zh-hans", ["zh-TW", "zh-SG"], "zh-SG"],
  ["sr", ["sr-Latn-RS"], "sr"],
  ["sr", ["sr-Latn-RS", "sr-RS"], "sr-RS"],
  ["es", ["es-419"], "es-419"],
  ["fil", ["fi-FI"], "fil"],
  ["no such code", ["no-NO"], "no such code"],
  ["", ["en-US"], ""],
])("numbers and days of %s are for a visitor with %j those of %s", (language, preferred, locale) => {
  expect(localeOf(language, preferred)).toBe(locale);
});
