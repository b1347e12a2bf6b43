import type { Page } from "@playwright/test";

/** Presses keys that follow one another, without a pause in which the page gives the first one up, however busy the machine is. */
export async function pressInTurn(page: Page, keys: string) {
  await Promise.all([...keys].map((key) => page.keyboard.press(key)));
}
