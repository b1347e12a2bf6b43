import { expect, test } from "./galleryTest";
import { expectNoLoss } from "./loss";
import { SCENES } from "./scenes";
import { targetsIn } from "./targets";
import { expectAccessibleInEachTheme } from "./themes";

/** As wide as the telephones that show least, with the longest words; and from right to left. */
const SURROUNDINGS = [
  { name: "on a wide window", language: "en", width: 1280 },
  { name: "narrow, with long words", language: "de", width: 320 },
  { name: "from right to left", language: "ar", width: 375 },
] as const;

for (const scene of SCENES) {
  for (const { name, language, width } of SURROUNDINGS) {
    test(`${scene.id}, ${name}`, { tag: ["@1.4.3", "@1.4.10", "@2.5.8"] }, async ({
      page,
      pulsen,
      staff,
    }) => {
      await page.setViewportSize({ width, height: 740 });
      await scene.play({ page, pulsen, staff, language });
      await expectNoLoss(page);
      for (const { name, width, height } of await targetsIn(page.locator("#app"))) {
        expect(Math.min(width, height), name).toBeGreaterThanOrEqual(24);
      }
      await expectAccessibleInEachTheme(page);
    });
  }
}
