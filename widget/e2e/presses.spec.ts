import { stillBox, stopClock } from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { expect, type Page, test } from "./support/test";

const NAMES = ["first", "second", "third"];

/** A flow of three questions on one page, which a small window does not show at once. */
const FLOW = {
  id: "three",
  languages: [{ id: "en", code: "en", name: "English" }],
  states: [
    {
      id: "all",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        ...NAMES.map((name, at) => ({
          id: `e-${name}`,
          type: "question",
          order: at,
          question: {
            id: `q-${name}`,
            key: name,
            style: "radio",
            body: { en: `The ${name} question` },
            options: ["one", "two", "three"].map((key) => ({
              id: `o-${name}-${key}`,
              key,
              body: { en: `${name} ${key}` },
            })),
          },
        })),
        { id: "e-send", type: "submit", order: 9, body: { en: "Send" } },
      ],
    },
    { id: "thanks", style: "thank_you", elements: [] },
  ],
};

/** Longer than the page waits until it scrolls to the next question. */
const PAUSE_MS = 600;

test.use({ viewport: { width: 600, height: 560 } });

test.beforeEach(async ({ page, pulsen }) => {
  importRecords(pulsen, {
    nodes: [{ id: "three", name: "Fener Coffee", flow_id: "three" }],
    flows: [FLOW],
  });
  await stopClock(page);
  await page.goto(`${pulsen.url}/feedback?node_id=three`);
  await page.getByText("first one", { exact: true }).waitFor();
});

/** Lets the engine, which is loaded when the page has nothing else to do, and the page itself catch up. */
const isChecked = async (page: Page, name: string) => {
  await page.clock.runFor(10);
  return page.getByRole("radio", { name, exact: true }).isChecked();
};

async function pressDown(page: Page, name: string) {
  const { x, y, width, height } = await stillBox(page.getByText(name, { exact: true }));
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
}

test("the page scrolls to the next question when the visitor has answered and rests", async ({ page }) => {
  await page.getByText("first two", { exact: true }).click();
  await expect.poll(() => isChecked(page, "first two")).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(async () => {
    await page.clock.runFor(PAUSE_MS);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  }).toPass();
});

test("a next question that is in sight already does not move the page", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 900 });
  await page.getByText("first two", { exact: true }).click();
  await expect.poll(() => isChecked(page, "first two")).toBe(true);
  await page.clock.runFor(10 * PAUSE_MS);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("the page scrolls no further than to the end of the next question", async ({ page }) => {
  await page.getByText("first two", { exact: true }).click();
  await expect.poll(() => isChecked(page, "first two")).toBe(true);
  const below = () =>
    page.locator('[data-element="e-second"]').evaluate((e) => innerHeight - e.getBoundingClientRect().bottom);
  await expect(async () => {
    await page.clock.runFor(PAUSE_MS);
    expect(Math.round(await below())).toBe(24);
  }).toPass();
});

test("a press on the next question is not lost because the page scrolls to it", async ({ page }) => {
  await page.getByText("first two", { exact: true }).click();
  await expect.poll(() => isChecked(page, "first two")).toBe(true);
  await pressDown(page, "second one");
  await page.clock.runFor(PAUSE_MS);
  await page.mouse.up();
  await expect.poll(() => isChecked(page, "second one")).toBe(true);
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(2);
});
