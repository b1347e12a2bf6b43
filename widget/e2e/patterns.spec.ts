import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";

/** Cases on which the native matcher and Node agree. The browser's matcher is newer than Node's. */
const FOLDER = resolve(import.meta.dirname, "../../engine/fixtures/patterns");

interface Case {
  pattern: string;
  canonical: string;
  matches: string[];
  misses: string[];
}

test("the browser matches patterns as the server does", async ({ page }) => {
  const files = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")));
  const cases: Case[] = files.flatMap((file) => file.cases ?? []);

  const differences = await page.evaluate((cases) => {
    return cases.flatMap(({ pattern, canonical, matches, misses }) => {
      const regExp = new RegExp(canonical, "iu");
      const wrong = [
        ...matches.filter((text) => !regExp.test(text)),
        ...misses.filter((text) => regExp.test(text)),
      ];
      return wrong.map((text) => [pattern, text]);
    });
  }, cases);

  expect(cases.length).toBeGreaterThan(0);
  expect(differences).toEqual([]);
});
