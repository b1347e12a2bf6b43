import { expect, it } from "vitest";
import { languageFallbacks } from "./languageFallbacks";

it.each([
  ["zh-Hant-TW", ["zh-hant-tw", "zh-hant", "zh"]],
  ["fr-ca", ["fr-ca", "fr"]],
  ["en", ["en"]],
])("%s falls back by region", (language, codes) => expect(languageFallbacks(language)).toEqual(codes));
