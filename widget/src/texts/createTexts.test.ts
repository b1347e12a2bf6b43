import { describe, expect, it, vi } from "vitest";
import { createTexts } from "./createTexts";
import { loadLanguage } from "./loadLanguage";

const files = vi.hoisted(() => {
  const file = (back: string, extra = {}) => ({ page: { back, ...extra } });
  return {
    "fr-ca": file("Retour (Québec)"),
    fr: file("Retour"),
    "zh-hans": file("返回"),
    "zh-tw": file("上一頁"),
    ar: file("رجوع", {
      files: { zero: "لا", one: "ملف واحد", two: "ملفان", few: "{count} ملفات", other: "{count} ملف" },
    }),
    tr: file("Geri", { files: "{count} dosya" }),
  };
});

vi.mock("./languageFiles", () => {
  const loads = Object.entries(files).map(([code, sections]) => [
    `./languages/${code}.json`,
    async () => ({ default: sections }),
  ]);
  const missing = ["./languages/de.json", () => Promise.reject(new Error("missing"))];
  return { LANGUAGE_FILES: { page: Object.fromEntries([...loads, missing]), chat: {} } };
});

const textIn = createTexts("page", {
  back: "Back",
  files: { by: "count", one: "{count} file of {name}", other: "{count} files of {name}" },
} as const);

it.each([
  ["fr", "Retour"],
  ["fr-CA", "Retour (Québec)"],
  ["fr-be", "Retour"],
  ["zh-Hans", "返回"],
  ["zh-cn", "返回"],
  ["zh-hant", "上一頁"],
  ["zh-tw", "上一頁"],
  // No texts of another region stand in.
  ["zh-hk", "Back"],
  ["en-gb", "Back"],
  ["constructor", "Back"],
  ["", "Back"],
])("%s has the text %s", async (language, text) => {
  await loadLanguage("page", language);
  expect(textIn(language, "back")).toBe(text);
});

it("uses English where a language cannot be loaded, and says so", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await loadLanguage("page", "de-at");
  expect(textIn("de-at", "back")).toBe("Back");
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

describe("a text with forms", () => {
  const filesIn = (language: string, count: number) => textIn(language, "files", { count, name: "Ada" });

  it("has that of the number in the text's language", async () => {
    await loadLanguage("page", "ar");
    await loadLanguage("page", "tr-tr");
    expect([0, 1, 2].map((count) => filesIn("en", count))).toEqual([
      "0 files of Ada",
      "1 file of Ada",
      "2 files of Ada",
    ]);
    expect([1, 2, 3, 11].map((count) => filesIn("ar", count))).toEqual([
      "ملف واحد",
      "ملفان",
      `${(3).toLocaleString("ar")} ملفات`,
      // A form that is not there is the general one.
      `${(11).toLocaleString("ar")} ملف`,
    ]);
    expect(filesIn("tr-tr", 1000)).toBe("1.000 dosya");
  });

  it("is English with its own forms where the language has none of it", () => {
    expect(filesIn("zh-tw", 1)).toBe("1 file of Ada");
    expect(filesIn("xx-nonsense!", 1)).toBe("1 file of Ada");
  });
});

it("keeps its own direction on a page of the other one", async () => {
  await loadLanguage("page", "ar");
  expect(textIn("ps", "back")).toBe("\u2066Back\u2069");
  expect(textIn("ar", "back")).toBe("رجوع");
});
