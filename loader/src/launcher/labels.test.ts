import { expect, it } from "vitest";
import { labelsFor, textFor } from "./labels.ts";

it("speaks English and Turkish", () => {
  expect(labelsFor("en", undefined).open).toBe("Open feedback");
  expect(labelsFor("tr", undefined).open).toBe("Geri bildirimi aç");
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
