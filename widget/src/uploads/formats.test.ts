import { expect, it } from "vitest";
import { formatFileSize, formatPercent } from "./formats";

it.each([
  [0, "en", "0 bytes"],
  [1, "en", "1 byte"],
  [1023, "en", "1,023 bytes"],
  [1024, "en", "1 kB"],
  [1536, "en", "1.5 kB"],
  [10 * 1024 * 1024, "en", "10 MB"],
  [1_477_443, "tr", "1,41 MB"],
  [5 * 1024 ** 4, "en", "5,120 GB"],
  [1024, "not a language", "1 kB"],
])("%i bytes in %s are %s", (bytes, language, text) => {
  expect(formatFileSize(bytes, language).replaceAll("\u00a0", " ")).toBe(text);
});

it("writes percentages as the language does", () => {
  expect([formatPercent(45, "en"), formatPercent(45, "tr")]).toEqual(["45%", "%45"]);
});
