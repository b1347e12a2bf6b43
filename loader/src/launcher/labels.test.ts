import { expect, it } from "vitest";
import { labelsFor, textFor } from "./labels.ts";

it("has English and Turkish labels", () => {
  expect(labelsFor("en", undefined).open).toBe("Open feedback");
  expect(labelsFor("tr", undefined).open).toBe("Geri bildirimi aç");
  expect(labelsFor("tr-tr", undefined).open).toBe("Geri bildirimi aç");
  expect(labelsFor("trv", undefined).open, "Taroko").toBe("Open feedback");
  expect(labelsFor("de", undefined).close).toBe("Close");
});

it("prefers the widget's own text", () => {
  expect(labelsFor("tr", { en: "How was it?", tr: "Nasıldı?" })).toMatchObject({
    open: "Nasıldı?",
    close: "Kapat",
  });
});

it("falls back to English, then to the first text", () => {
  expect(textFor("fr", { de: "Wie war es?", en: "How was it?" })).toBe("How was it?");
  expect(textFor("fr", { de: "Wie war es?" })).toBe("Wie war es?");
  expect(textFor("fr", {})).toBeUndefined();
  expect(textFor("fr", { fr: "" })).toBeUndefined();
});

it("falls back to the language without its region, never to another region", () => {
  const texts = {
    en: "How was it?",
    fr: "C'était comment ?",
    "fr-ca": "Comment c'était ?",
    "zh-hans": "怎么样？",
  };
  expect(textFor("fr-ca", texts)).toBe("Comment c'était ?");
  expect(textFor("fr-be", texts)).toBe("C'était comment ?");
  expect(textFor("zh-tw", texts)).toBe("How was it?");
  expect(textFor("zh", texts)).toBe("How was it?");
});
