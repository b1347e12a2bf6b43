import { expect, type Frame, type Page } from "@playwright/test";

/** What the page hides on purpose, because it is only said, or scrolls in a box of its own. */
const OUTSIDE = ".visually-hidden, .matrix__scroller *, dialog, dialog *, input[type=file]";

/** Expects that nothing reaches over the sides of the window or frame, and that no text is cut off. */
export async function expectNoLoss(page: Page | Frame) {
  const lost = await page.evaluate((outside) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const lost =
      scrollWidth > clientWidth ? [`the page is ${scrollWidth} of ${clientWidth} pixels wide`] : [];
    for (const element of document.querySelectorAll("#app *")) {
      if (element.closest(outside) || !element.checkVisibility()) continue;
      const box = element.getBoundingClientRect();
      const name = `${element.localName}.${element.getAttribute("class")}: ${element.textContent?.slice(0, 40)}`;
      if (box.width > 0 && (box.left < -1 || box.right > clientWidth + 1))
        lost.push(`beside the window: ${name}`);
      const { overflowX, overflowY } = getComputedStyle(element);
      const hides = (value: string) => value === "hidden" || value === "clip";
      const isCut =
        (element.scrollWidth > element.clientWidth + 1 && hides(overflowX)) ||
        (element.scrollHeight > element.clientHeight + 1 && hides(overflowY));
      if (isCut && element.textContent) lost.push(`cut off: ${name}`);
    }
    return lost;
  }, OUTSIDE);
  expect(lost).toEqual([]);
}
