import { expect, test } from "./galleryTest";
import { expectNoLoss } from "./loss";
import { PAGES } from "./samples";
import { expectAccessibleInEachTheme } from "./themes";

for (const samplePage of PAGES) {
  const hasErrors = samplePage.samples.some(({ states }) => states.error === true);

  test(`narrow, with long words: ${samplePage.id}`, { tag: "@1.4.10" }, async ({ gallery, page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await gallery.open(samplePage, "de");
    await expectNoLoss(page);
    if (hasErrors) {
      await gallery.send().click();
      await expect(page.locator(".field__error:not(:empty)").first()).toBeVisible();
      await expectNoLoss(page);
    }
    await expectAccessibleInEachTheme(page);
  });

  test(`from right to left: ${samplePage.id}`, async ({ gallery, page }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await gallery.open(samplePage, "ar");
    for (const sample of samplePage.samples) await gallery.fillByKeyboard(sample);
    await gallery.settle();
    await expectNoLoss(page);
    await expectAccessibleInEachTheme(page);
  });

  for (const sample of samplePage.samples) {
    for (const state of ["disabled", "loading"] as const) {
      const situation = sample.states[state];
      if (situation === true || "none" in situation) continue;
      test(`${state}: ${sample.id}`, async ({ gallery, page }) => {
        await gallery.open(samplePage);
        const release = await gallery.bring(sample, situation);
        await expectAccessibleInEachTheme(page);
        await release();
      });
    }
  }
}
