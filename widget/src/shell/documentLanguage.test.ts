// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { loadCatalog } from "../texts/catalog";
import { setDocumentLanguage } from "./documentLanguage";

it.each([
  ["zh-Hans", "zh-hans", "ltr"],
  ["zh-tw", "zh-tw", "ltr"],
  ["fr-CA", "fr-ca", "ltr"],
  ["fr-be", "fr-be", "ltr"],
  ["en-GB", "en-gb", "ltr"],
  ["ar", "ar", "rtl"],
  // The interface is in English there, from right to left as the flow.
  ["ckb", "en", "rtl"],
])("the document in %s has the language %s and the direction %s", async (code, lang, dir) => {
  await loadCatalog(code);
  setDocumentLanguage(code);
  expect(document.documentElement.lang).toBe(lang);
  expect(document.documentElement.dir).toBe(dir);
});
