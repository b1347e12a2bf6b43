import { tap } from "./finger";
import type { GalleryPage } from "./galleryPage";
import { expect, test } from "./galleryTest";
import type { Sample } from "./sample";
import { EARLY_PAGES } from "./samples";

const WAYS: Record<string, (gallery: GalleryPage, sample: Sample) => Promise<void>> = {
  "the keyboard": (gallery, sample) => gallery.fillByKeyboard(sample),
  "a finger": (gallery, sample) => gallery.fillByTouch(sample),
  "an input method": (gallery, sample) => {
    gallery.hasInputMethod = true;
    return gallery.fillByKeyboard(sample);
  },
};

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

for (const samplePage of EARLY_PAGES) {
  const { id, samples } = samplePage;
  const hasTexts = samples.some(({ keys }) => keys.some((key) => key.startsWith("type ")));
  for (const [way, fill] of Object.entries(WAYS)) {
    if (way === "an input method" && !hasTexts) continue;
    test(`${way} answers before the scripts are there: ${id}`, async ({ gallery }) => {
      const release = await gallery.openEarly(samplePage);
      for (const sample of samples) await fill(gallery, sample);
      await release();
      await gallery.settle();
      const items = await gallery.sentBy(() => tap(gallery.send()));
      expect(gallery.withoutIds(items)).toEqual(samples.flatMap((sample) => gallery.answerOf(sample)));
    });
  }
}
