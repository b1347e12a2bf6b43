import type { Locator, Page } from "@playwright/test";
import { BUBBLE_ID } from "../../src/bubble/bubbleStyles";

export const BUBBLE = `#${BUBBLE_ID}`;

/**
 * Returns what stands beside the launcher on pages that are opened from now on. Its shadow root is closed to hosts, and
 * open to the test.
 */
export async function openBubble(page: Page): Promise<Locator> {
  await page.addInitScript(() => {
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (options) {
      return attachShadow.call(this, { ...options, mode: "open" });
    };
  });
  return page.locator(BUBBLE);
}
