import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleColors } from "pulsen-loader/e2e";

/**
 * Expects that a page is accessible in each theme. Only colors depend on the theme, and these on no language: each page is looked at in
 * the dark in English.
 */
export async function expectAccessibleInThemes(page: Page) {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  if ((await page.locator("html").getAttribute("lang")) !== "en") return;
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessibleColors(page);
}

/** Expects that neither the page nor one of these parts of it is wider than its place, in windows of these widths. */
export async function expectFits(page: Page, widths: readonly number[], parts = ".overlay") {
  const height = page.viewportSize()?.height ?? 800;
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    // The page is drawn for another width a moment after the window has it.
    await expect
      .poll(() => page.evaluate(overflowOf, parts), `${page.url()} at ${width} px`)
      .toBeLessThanOrEqual(0);
  }
}

function overflowOf(parts: string): number {
  return [document.documentElement, ...document.querySelectorAll(parts)].reduce(
    (most, { scrollWidth, clientWidth }) => Math.max(most, scrollWidth - clientWidth),
    0,
  );
}
