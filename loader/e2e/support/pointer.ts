import { expect, type Locator } from "@playwright/test";

/**
 * Clicks where an element is, as a pointer does. (Playwright's own click adds listeners to the host page, which tests of
 * what a widget adds would count.)
 */
export async function clickAt(locator: Locator) {
  await locator.scrollIntoViewIfNeeded();
  let before = "";
  await expect
    .poll(async () => {
      const box = JSON.stringify(await locator.boundingBox());
      const isStill = box === before && box !== "null";
      before = box;
      return isStill;
    })
    .toBe(true);
  const { x, y, width, height } = JSON.parse(before);
  await locator.page().mouse.click(x + width / 2, y + height / 2);
}
