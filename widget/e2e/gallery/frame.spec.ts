import type { Frame } from "@playwright/test";
import { expectAccessible } from "pulsen-loader/e2e";
import { tap } from "./finger";
import { expect, test } from "./galleryTest";
import { expectNoLoss } from "./loss";
import { answerOneByOne } from "./oneByOne";
import { PACED_PAGES, PAGES } from "./samples";

// The widget's frame on a host page: low windows it takes whole, in others its body scrolls between header and footer.

test.use({ publicUrl: "" });

for (const samplePage of PAGES) {
  const { id, samples } = samplePage;

  test(`in a widget at a zoom of 400 %, by keyboard: ${id}`, { tag: ["@1.4.10", "@2.4.11"] }, async ({
    gallery,
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await gallery.openInFrame(samplePage, "de");
    await expectNoLoss(gallery.content);
    if (samples.some(({ states }) => states.error === true)) {
      await gallery.tabTo(gallery.send());
      await page.keyboard.press("Enter");
      await expect(gallery.content.locator(":focus").first()).toBeInViewport();
      await expectNoLoss(gallery.content);
      await expectAccessible(page);
    }
    for (const sample of samples) {
      await gallery.fillByKeyboard(sample);
      if (sample.keys.length > 0)
        await expect(gallery.part(sample).locator(":focus"), sample.id).toBeInViewport();
    }
    await gallery.settle();
    await expectNoLoss(gallery.content);
    const items = await gallery.sentBy(async () => {
      await gallery.tabTo(gallery.send());
      await page.keyboard.press("Enter");
    });
    expect(gallery.withoutIds(items)).toEqual(samples.flatMap((sample) => gallery.answerOf(sample)));
  });

  test(`in a widget, from right to left: ${id}`, async ({ gallery, page }) => {
    await page.setViewportSize({ width: 375, height: 640 });
    await gallery.openInFrame(samplePage, "ar");
    await expectNoLoss(gallery.content);
    await expectAccessible(page);
    expect(await scrolledToTheEnd(gallery.content as Frame)).toEqual({ besides: 0, strayMarks: [] });
  });
}

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 375, height: 640 }, hasTouch: true, isMobile: true });

  for (const samplePage of PACED_PAGES) {
    test(`in a widget, one question at a time: ${samplePage.id}`, async ({ gallery }) => {
      await gallery.openInFrame(samplePage, "en");
      const items = await answerOneByOne(gallery, samplePage);
      expect(items).toEqual(samplePage.samples.flatMap((sample) => gallery.answerOf(sample)));
    });
  }
});

test.describe("by finger", () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

  for (const samplePage of PAGES) {
    const { id, samples } = samplePage;
    test(`in a widget on a phone held sideways: ${id}`, { tag: "@1.3.4" }, async ({ gallery }) => {
      await gallery.openInFrame(samplePage, "en");
      for (const sample of samples) {
        // In a window of this width a matrix is a table; the samples' fingers know its narrow form.
        if (sample.question?.style === "matrix") await gallery.fillByKeyboard(sample);
        else await gallery.fillByTouch(sample);
      }
      await gallery.settle();
      await expectNoLoss(gallery.content);
      const items = await gallery.sentBy(() => tap(gallery.send()));
      expect(gallery.withoutIds(items)).toEqual(samples.flatMap((sample) => gallery.answerOf(sample)));
    });
  }
});

/** Scrolls the frame's body to its end. Returns how far anything else scrolls, and the required questions whose mark is elsewhere. */
function scrolledToTheEnd(frame: Frame) {
  return frame.evaluate(() => {
    const body = document.querySelector(".frame__body") as HTMLElement;
    body.scrollTo(0, body.scrollHeight);
    const { scrollHeight, clientHeight } = document.documentElement;
    const strayMarks = Array.from(document.querySelectorAll(".field__required"), (mark) => {
      const { top, bottom } = mark.getBoundingClientRect();
      const label = mark.parentElement?.getBoundingClientRect();
      return label && top >= label.top - 8 && bottom <= label.bottom + 8
        ? ""
        : mark.parentElement?.textContent;
    });
    return { besides: scrollHeight - clientHeight, strayMarks: strayMarks.filter(Boolean) };
  });
}
