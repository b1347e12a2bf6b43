import { expect, it, vi } from "vitest";
import { createTexts } from "./createTexts";

const texts = () =>
  createTexts<"color">(
    { color: "color" },
    {
      fr: async () => ({ color: "couleur" }),
      "fr-ca": async () => ({ color: "couleur (Québec)" }),
      "zh-hans": async () => ({ color: "颜色" }),
      "zh-tw": async () => ({ color: "顏色" }),
      de: () => Promise.reject(new Error("missing")),
    },
  );

it.each([
  ["fr", "couleur"],
  ["fr-CA", "couleur (Québec)"],
  ["fr-be", "couleur"],
  ["zh-Hans", "颜色"],
  ["zh-hans-cn", "颜色"],
  ["zh-tw", "顏色"],
  // No catalog of another region stands in.
  ["zh", "color"],
  ["zh-hk", "color"],
  ["en-gb", "color"],
  ["constructor", "color"],
  ["", "color"],
])("%s has the text %s", async (language, text) => {
  const { load, text: textIn } = texts();
  await load(language);
  expect(textIn(language, "color")).toBe(text);
});

it("keeps catalogs of several regions apart", async () => {
  const { load, text } = texts();
  await load("fr-ca");
  await load("fr");
  expect([text("fr-ca", "color"), text("fr", "color")]).toEqual(["couleur (Québec)", "couleur"]);
});

it("uses English where a catalog cannot be loaded, and says so", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { load, text } = texts();
  await load("de-at");
  expect(text("de-at", "color")).toBe("color");
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});
