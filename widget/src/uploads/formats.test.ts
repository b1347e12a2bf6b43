import { expect, it } from "vitest";
import { formatFileSize, formatPercent } from "./formats";

it.each([
  [0, "en", "0 bytes"],
  [1, "en", "1 byte"],
  [1023, "en", "1,023 bytes"],
  [1024, "en", "1 KB"],
  [1536, "en", "1.5 KB"],
  [1234, "en", "1.21 KB"],
  [10 * 1024 * 1024, "en", "10 MB"],
  [1_477_443, "tr", "1,41 MB"],
  [5 * 1024 ** 3, "en", "5 GB"],
  [5 * 1024 ** 4, "en", "5 TB"],
  [5.5 * 1024 ** 5, "en", "5.5 PB"],
  [1024 ** 6, "en", "1 EB"],
  [1.255 * 1024 ** 7, "en", "1.26 ZB"],
  [1024 ** 8, "en", "1 YB"],
  [1024 ** 9, "en", "1,024 YB"],
  [1536, "fr", "1,5 ko"],
  [1536, "ru", "1,5 кБ"],
  [1024 ** 7, "fr", "1 Zo"],
  [1024 ** 7, "ru", "1 ZB"],
  [1024 ** 8, "sw", "YB 1"],
  [1024, "not a language", "1 KB"],
])("%i bytes in %s are %s", (bytes, language, text) => {
  expect(formatFileSize(bytes, language).replaceAll(/[\u00a0\u202f]/g, " ")).toBe(text);
});

it("writes percentages as the language does", () => {
  expect([formatPercent(45, "en"), formatPercent(45, "tr")]).toEqual(["45%", "%45"]);
});
