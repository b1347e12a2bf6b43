import type { Page } from "@playwright/test";
import { expectAccessible } from "pulsen-loader/e2e";
import { expect } from "../support/test";

/** Expects that axe finds nothing in a browser that prefers dark pages, nor in another: the gallery's nodes follow it. */
export async function expectAccessibleInEachTheme(page: Page) {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveCSS("color-scheme", colorScheme);
    await expectAccessible(page);
  }
}
