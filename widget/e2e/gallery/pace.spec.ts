import { expect, test } from "./galleryTest";
import { answerOneByOne } from "./oneByOne";
import { PACED_PAGES } from "./samples";

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

for (const samplePage of PACED_PAGES) {
  test(`a finger answers, one question at a time: ${samplePage.id}`, async ({ gallery }) => {
    await gallery.openPaced(samplePage);
    const items = await answerOneByOne(gallery, samplePage);
    expect(items).toEqual(samplePage.samples.flatMap((sample) => gallery.answerOf(sample)));
  });
}
