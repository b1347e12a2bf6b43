import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import axe, { type Result } from "axe-core";

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
const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/** Expects that axe finds no violation of WCAG 2.2 AA on the page and in its frames. */
export async function expectAccessible(page: Page) {
  await waitForAnimations(page);
  const violations = page.frames().length === 1 ? await lookAtDocument(page) : await lookAtFrames(page);
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

async function lookAtFrames(page: Page): Promise<Result[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations;
}

/** A quarter of the time of {@link lookAtFrames}, which loads axe again each time and gathers the results in another page. */
async function lookAtDocument(page: Page): Promise<Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, {
      runOnly: { type: "tag", values },
      resultTypes: ["violations"],
    });
    return violations;
  }, RULES);
}
