import { question, send } from "./support/flowParts";
import { importRecords } from "./support/importRecords";
import { expect, type Page, test } from "./support/test";

const text = (en: string) => ({ en });
const label = (id: string, body: string, order: number) => ({ id, type: "label", order, body: text(body) });
const asked = (key: string, style: string, body: string, order: number, more = {}) => ({
  ...question(key, style, { body: text(body), ...more }),
  order,
});

const FLOW = {
  id: "headed",
  languages: [{ id: "en", code: "en", name: "English" }],
  states: [
    {
      id: "all",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        label("l-intro", "Tell us about your visit", 0),
        asked("score", "score", "Would you recommend us?", 1, { isRequired: true, min: 0, max: 10 }),
        label("l-more", "Some words help us most.", 2),
        asked("why", "text", "Why?", 3),
        send,
      ],
    },
    {
      id: "thanks",
      style: "thank_you",
      elements: [label("l-thanks", "Thanks a lot", 0), label("l-bye", "See you soon.", 1)],
    },
  ],
};

test.beforeEach(({ pulsen }) =>
  importRecords(pulsen, {
    nodes: [{ id: "headed", name: "Fener Coffee", flow_id: "headed" }],
    flows: [FLOW],
  }),
);

/** Returns the headings of the page, each with its level. */
const outline = (page: Page) =>
  page
    .getByRole("heading")
    .evaluateAll((all) =>
      all.map((heading) => `${heading.tagName} ${heading.textContent.replace("\u2060", "")}`),
    );

test("the first text, the questions and the thanks are headings below the name", {
  tag: ["@1.3.1", "@2.4.6"],
}, async ({ page, flowPage, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=headed`);
  const group = page.getByRole("radiogroup", { name: "Would you recommend us?", exact: true });
  await expect(group).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Why?", exact: true })).toBeVisible();
  expect(await outline(page)).toEqual([
    "H1 FFener Coffee",
    "H2 Tell us about your visit",
    "H2 Would you recommend us?*",
    "H2 Why?",
  ]);
  await flowPage.expectAccessible();

  await group.getByRole("radio", { name: "9", exact: true }).check();
  await flowPage.send().click();
  await expect(page.getByText("Thanks a lot")).toBeVisible();
  expect(await outline(page)).toEqual(["H1 FFener Coffee", "H2 Thanks a lot"]);
  await flowPage.expectAccessible();
});

test("the title says first that the page could not be sent, until that is mended", {
  tag: ["@2.4.2", "@3.3.1"],
}, async ({ page, flowPage, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=headed`);
  const title = "Tell us about your visit – Fener Coffee";
  await expect(page).toHaveTitle(title);
  await flowPage.send().click();
  await expect(page).toHaveTitle(`Error: ${title}`);
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await expect(page).toHaveTitle(title);
});

for (const width of [375, 320]) {
  test(`no number leaves its box with letters twice as large, ${width} pixels wide`, {
    tag: "@1.4.4",
  }, async ({ page, pulsen }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.addInitScript(() => {
      const larger = new CSSStyleSheet();
      larger.replaceSync(":root { font-size: 200% }");
      document.adoptedStyleSheets.push(larger);
    });
    await page.goto(`${pulsen.url}/feedback?node_id=headed`);
    await page.getByRole("radio", { name: /^10/ }).waitFor();
    const overflow = await page.locator(".scale__step").evaluateAll((steps) =>
      steps.map((step) => {
        const [box, letters] = [step, step.lastElementChild as Element].map((part) =>
          part.getBoundingClientRect(),
        );
        return (letters?.width ?? 0) - (box?.width ?? 0);
      }),
    );
    expect(Math.max(...overflow)).toBeLessThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
