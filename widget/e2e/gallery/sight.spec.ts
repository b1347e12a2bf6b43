import { expectFocusSeen } from "./focus";
import { expect, test } from "./galleryTest";
import { expectNoLoss } from "./loss";
import { PAGES } from "./samples";
import { CHOICES } from "./samples/choices";
import { ELEMENTS } from "./samples/elements";
import { SCALES } from "./samples/scales";
import { TABLES } from "./samples/tables";

/** The spacing that visitors may set (WCAG 2.2, 1.4.12). */
const SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } " +
  "p { margin-block-end: 2em !important; }";

for (const samplePage of PAGES) {
  test(`large, widely spaced, and with a focus that is seen: ${samplePage.id}`, {
    tag: ["@1.4.4", "@1.4.12", "@2.1.2", "@2.4.7", "@2.4.11"],
  }, async ({ gallery, page }) => {
    // A window of 1280 by 800 pixels at 200 %.
    await page.setViewportSize({ width: 640, height: 400 });
    await gallery.open(samplePage, "de");
    await expectNoLoss(page);
    await test.step("each stop of the keyboard is marked and uncovered", () => expectFocusSeen(page));

    const restyle = (css: string) =>
      page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      }, css);
    await test.step("with spaced letters, words and lines", async () => {
      await restyle(SPACING);
      await expectNoLoss(page);
    });
    await test.step("with letters of twice the size", async () => {
      await restyle(":root { font-size: 200% }");
      await expectNoLoss(page);
    });
  });
}

test("forced colors leave an answer to be seen", { tag: "@1.4.1" }, async ({ gallery, page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  for (const samplePage of [CHOICES, SCALES, TABLES]) {
    await gallery.open(samplePage);
    for (const sample of samplePage.samples) {
      const before = await gallery.part(sample).screenshot();
      await gallery.fillByKeyboard(sample);
      await page.locator("section.page").focus();
      await gallery.settle();
      expect(before.equals(await gallery.part(sample).screenshot()), sample.id).toBe(false);
    }
  }
});

for (const [language, side] of [
  ["en", "left"],
  ["ar", "right"],
] as const) {
  test(`a gauge fills from where reading begins: ${language}`, async ({ gallery, page }) => {
    await gallery.open(ELEMENTS, language);
    const fromCenter = await page.locator(".gauge__value").evaluate((arc: SVGPathElement) => {
      const { left, width } = arc.ownerSVGElement?.getBoundingClientRect() ?? new DOMRect();
      const begin = arc.getPointAtLength(0).matrixTransform(arc.getScreenCTM() ?? undefined);
      return begin.x - (left + width / 2);
    });
    expect(fromCenter < 0 ? "left" : "right").toBe(side);
  });
}

test("a visitor who wants no motion gets none", async ({ gallery, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await gallery.open(CHOICES);
  for (const sample of CHOICES.samples) await gallery.fillByKeyboard(sample);
  await gallery.sentBy(() => gallery.send().click());
  await page.getByText("Thank you!").waitFor();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
