import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { waitForAnimations } from "pulsen-loader/e2e";
import type { GalleryPage } from "./galleryPage";
import { expect, test } from "./galleryTest";
import { indexPage } from "./indexPage";
import type { Sample, SamplePage } from "./sample";
import { PAGES } from "./samples";
import { SCENES } from "./scenes";
import { reasonAgainst, SCENE_VIEWS, type Surroundings, VIEWS, type View } from "./views";

const FOLDER = process.env.PULSEN_GALLERY ?? join(import.meta.dirname, "../../../gallery");

test.use({ reducedMotion: "reduce", hasTouch: false });
test.beforeAll(() => mkdirSync(FOLDER, { recursive: true }));

for (const samplePage of PAGES) {
  for (const language of ["en", "de", "ar"] as const) {
    test(`${samplePage.id}, ${language}`, async ({ gallery }) => {
      const views = VIEWS.filter((view) => view.done !== "situation" && view.language === language);
      let done: View["done"] = "nothing";
      await gallery.open(samplePage, language);
      for (const view of views) {
        await surround(gallery.page, view);
        const shown = samplePage.samples.filter((sample) => reasonAgainst(sample, view) === undefined);
        if (view.done !== done) await act(gallery, view.done, samplePage.samples);
        done = view.done;
        await photograph(gallery, samplePage, view, shown);
      }
    });
  }
  for (const view of VIEWS.filter(({ done }) => done === "situation")) {
    for (const sample of samplePage.samples) {
      const situation = sample.states[view.state];
      if (situation === true || "none" in situation) continue;
      test(`${sample.id}: ${view.name}`, async ({ gallery }) => {
        await surround(gallery.page, view);
        await gallery.open(samplePage);
        const release = await gallery.bring(sample, situation);
        await photograph(gallery, samplePage, view, [sample]);
        await release();
      });
    }
  }
}

for (const scene of SCENES) {
  for (const language of ["en", "de", "ar"] as const) {
    test(`${scene.id}, ${language}`, async ({ page, pulsen, staff }) => {
      const views = SCENE_VIEWS.filter((view) => view.language === language);
      for (const [at, view] of views.entries()) {
        await surround(page, view);
        if (at === 0) await scene.play({ page, pulsen, staff, language });
        await waitForAnimations(page);
        await page.screenshot({ path: join(FOLDER, `${scene.id}.${view.name}.png`) });
      }
    });
  }
}

test("the index page", () => writeFileSync(join(FOLDER, "index.html"), indexPage()));

async function surround(page: Page, { width, scheme }: Surroundings) {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 800 });
}

async function act(gallery: GalleryPage, done: View["done"], samples: Sample[]) {
  if (done === "answers") {
    await gallery.page.locator("section.page").focus();
    for (const sample of samples) await gallery.fillByKeyboard(sample);
  } else if (samples.some(({ states }) => states.error === true)) {
    await gallery.send().click();
    await expect(gallery.page.locator(".field__error:not(:empty)").first()).toBeVisible();
  }
  await gallery.settle();
}

/** Takes a picture of the whole page, and one of each sample. */
async function photograph(gallery: GalleryPage, { id }: SamplePage, { name }: View, samples: Sample[]) {
  if (samples.length > 1)
    await gallery.page.screenshot({ path: join(FOLDER, `page-${id}.${name}.png`), fullPage: true });
  for (const sample of samples) {
    const box = await gallery.part(sample).boundingBox();
    if (!box) throw new Error(`${sample.id} is not on the page.`);
    const margin = 12;
    const scrolled = await gallery.page.evaluate(() => window.scrollY);
    const clip = {
      x: Math.max(0, box.x - margin),
      y: Math.max(0, box.y + scrolled - margin),
      width: Math.min(box.width + 2 * margin, gallery.page.viewportSize()?.width ?? 0),
      height: box.height + 2 * margin,
    };
    await gallery.page.screenshot({ path: join(FOLDER, `${sample.id}.${name}.png`), fullPage: true, clip });
  }
}
