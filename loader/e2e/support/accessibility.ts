import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import axe, { type Result, type RunOnly } from "axe-core";

/** Waits until the animations in all frames have finished, but for those without an end, such as a spinner's. */
export async function waitForAnimations(page: Page) {
  for (const frame of page.frames()) {
    await frame.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
          .map(({ finished }) => finished.catch(() => {})),
      ),
    );
  }
}

/** WCAG 2.2 AA. */
const RULES: RunOnly = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] };

/** Those rules of it that colors decide. */
const COLOR_RULES: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** Expects that axe finds no violation of WCAG 2.2 AA on the page and in its frames. */
export function expectAccessible(page: Page) {
  return expectNoViolation(page, RULES);
}

/** Expects that with other colors a page is accessible, too, of which {@link expectAccessible} has found that before. */
export function expectAccessibleColors(page: Page) {
  return expectNoViolation(page, COLOR_RULES);
}

async function expectNoViolation(page: Page, rules: RunOnly) {
  await waitForAnimations(page);
  const violations =
    page.frames().length === 1 ? await lookAtDocument(page, rules) : await lookAtFrames(page, rules);
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

async function lookAtFrames(page: Page, runOnly: RunOnly): Promise<Result[]> {
  const { violations } = await new AxeBuilder({ page }).options({ runOnly }).analyze();
  return violations;
}

/** A quarter of the time of {@link lookAtFrames}, which loads axe again each time and gathers the results in another page. */
async function lookAtDocument(page: Page, runOnly: RunOnly): Promise<Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, {
      runOnly,
      resultTypes: ["violations"],
    });
    return violations;
  }, runOnly);
}
