// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { setDocumentLanguage } from "./documentLanguage";

it.each([
  ["zh-Hans", "zh-hans", "ltr"],
  ["zh-tw", "zh-tw", "ltr"],
  ["fr-CA", "fr-ca", "ltr"],
  ["ar", "ar", "rtl"],
])("the document in %s has the language %s and the direction %s", (code, lang, dir) => {
  setDocumentLanguage(code);
  expect(document.documentElement.lang).toBe(lang);
  expect(document.documentElement.dir).toBe(dir);
});
