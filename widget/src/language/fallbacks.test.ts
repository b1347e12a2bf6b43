import { expect, it } from "vitest";
import { fallbacksOf } from "./fallbacks";

it.each([
  ["pt-BR", ["pt-br", "pt"]],
  ["sr-Cyrl-RS", ["sr-cyrl-rs", "sr-cyrl", "sr"]],
  // Other codes of the same language.
  ["no", ["nb"]],
  ["iw-IL", ["he-il", "he"]],
  ["fil", ["tl"]],
  // Codes without a script.
  ["zh", ["zh-hans", "zh"]],
  ["zh-CN", ["zh-hans", "zh"]],
  ["zh-Hant", ["zh-tw", "zh"]],
  // Hong Kong writes differently from both: neither stands in.
  ["zh-hk", ["zh-hk", "zh"]],
  ["constructor", ["constructor"]],
  ["", [""]],
])("the texts of %s are those of %j", (language, codes) => {
  expect(fallbacksOf(language)).toEqual(codes);
});
