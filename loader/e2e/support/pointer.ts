import { expect, type Locator } from "@playwright/test";

type Box = NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>;

/**
 * Clicks where an element is, as a pointer does. (Playwright's own click adds listeners to the host page, which tests of
 * what a widget adds would count.)
 */
export async function clickAt(locator: Locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await stillBox(locator);
  await locator.page().mouse.click(x + width / 2, y + height / 2);
}

/** Returns where an element is, once it moves no more. */
export async function stillBox(locator: Locator): Promise<Box> {
  let before = "";
  await expect
    .poll(async () => {
      const box = JSON.stringify(await locator.boundingBox());
      const isStill = box === before && box !== "null";
      before = box;
      return isStill;
    })
    .toBe(true);
  return JSON.parse(before);
}
