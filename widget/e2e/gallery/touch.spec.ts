import { tap } from "./finger";
import { expect, test } from "./galleryTest";
import { PAGES } from "./samples";
import { targetsIn } from "./targets";

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

for (const samplePage of PAGES) {
  test(`a finger answers: ${samplePage.id}`, { tag: ["@2.5.1", "@2.5.8"] }, async ({ gallery }) => {
    const { samples } = samplePage;
    await gallery.open(samplePage);
    for (const sample of samples) await gallery.fillByTouch(sample);
    await gallery.settle();
    for (const sample of samples) {
      for (const { name, width, height } of await targetsIn(gallery.part(sample))) {
        expect(Math.min(width, height), `${sample.id}: ${name}`).toBeGreaterThanOrEqual(24);
        expect(Math.max(width, height), `${sample.id}: ${name}`).toBeGreaterThanOrEqual(44);
      }
    }
    const items = await gallery.sentBy(() => tap(gallery.send()));
    expect(gallery.withoutIds(items)).toEqual(samples.flatMap((sample) => gallery.answerOf(sample)));
  });
}
