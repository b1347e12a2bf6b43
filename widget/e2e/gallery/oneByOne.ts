import { expectAccessible } from "pulsen-loader/e2e";
import { expect } from "../support/test";
import { tap } from "./finger";
import type { GalleryPage } from "./galleryPage";
import { expectNoLoss } from "./loss";
import type { Item, SamplePage } from "./sample";

/**
 * Answers a page of samples by finger, one question at a time, up to its end. Nothing is cut off on the way, and axe finds
 * nothing. Returns what is sent.
 */
export async function answerOneByOne(gallery: GalleryPage, { samples }: SamplePage): Promise<Item[]> {
  const { content, page } = gallery;
  const next = content.getByRole("button", { name: "Next", exact: true });
  const leadsOn = content.getByText("Choose an answer to continue.");
  const shown = () =>
    content
      .locator("#app:not([data-prerendered]) [data-element]")
      .evaluateAll((all: HTMLElement[]) => all.map(({ dataset }) => dataset.element));
  for (;;) {
    await expect(gallery.send().or(next).first()).toBeVisible();
    await gallery.settle();
    await expectNoLoss(content);
    await expectAccessible(page);
    const isLast = await gallery.send().isVisible();
    const isAdvancing = await leadsOn.isVisible();
    const before = await shown();
    for (const sample of samples)
      if (await gallery.part(sample).isVisible()) await gallery.fillByTouch(sample);
    await gallery.settle();
    if (isLast) return gallery.withoutIds(await gallery.sentBy(() => tap(gallery.send())));
    if (!isAdvancing) await tap(next);
    await expect.poll(shown).not.toEqual(before);
  }
}
