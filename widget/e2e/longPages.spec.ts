// Wherever the focus goes on a page of many questions, it is in sight. With `content-visibility: auto` for what is below the window,
// which makes clicks a third cheaper, it was not: what the browser lays out on the way moves the page.
import { importRecords } from "./support/importRecords";
import { expect, type Page, test } from "./support/test";

const COUNT = 24;
const NUMBERS = Array.from({ length: COUNT }, (_, at) => at + 1);

const FLOW = {
  id: "long",
  languages: [{ id: "en", code: "en", name: "English" }],
  states: [
    {
      id: "all",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        ...NUMBERS.map((number) => ({
          id: `e-${number}`,
          type: "question",
          order: number,
          question: {
            id: `q-${number}`,
            key: `part-${number}`,
            style: number % 3 === 0 ? "textarea" : "radio",
            isRequired: true,
            body: { en: `How was part ${number}?` },
            ...(number % 3 !== 0 && {
              options: NUMBERS.slice(0, 2 + (number % 5)).map((option) => ({
                id: `o-${number}-${option}`,
                key: `option-${option}`,
                body: { en: `Part ${number}, answer ${option}` },
              })),
            }),
          },
        })),
        { id: "e-send", type: "submit", order: COUNT + 1, body: { en: "Send" } },
      ],
    },
    { id: "thanks", style: "thank_you", elements: [] },
  ],
};

test.use({ viewport: { width: 600, height: 560 } });

test.beforeEach(async ({ page, pulsen }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  importRecords(pulsen, {
    nodes: [{ id: "long", name: "Fener Coffee", flow_id: "long" }],
    flows: [FLOW],
  });
  await page.goto(`${pulsen.url}/feedback?node_id=long`);
});

const question = (page: Page, number: number) => page.locator(`[data-element="e-${number}"]`);

async function answer(page: Page, number: number) {
  if (number % 3 === 0) await question(page, number).getByRole("textbox").fill("Good");
  else await page.getByText(`Part ${number}, answer 2`, { exact: true }).click();
}

test("a question far away that has no answer is focused and in sight", async ({ page }) => {
  for (const number of NUMBERS.filter((number) => number !== 13 && number !== 22)) await answer(page, number);
  for (const missing of [13, 22]) {
    await page.getByRole("button", { name: "Send" }).click();
    await expect(question(page, missing).getByRole("radio").first()).toBeFocused();
    await expect(question(page, missing).getByRole("radio").first()).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(`How was part ${missing}?`)).toBeInViewport({ ratio: 1 });
    await answer(page, missing);
  }
});

test("the first question without an answer is shown from the end of a page that nobody has seen", async ({
  page,
}) => {
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(question(page, 1).getByRole("radio").first()).toBeFocused();
  await expect(page.getByText("How was part 1?")).toBeInViewport({ ratio: 1 });
});

test("the tab key goes through all questions, each of which is in sight", async ({ page }) => {
  await page.getByText("Part 1, answer 2", { exact: true }).click();
  for (const number of NUMBERS.slice(1)) {
    await page.keyboard.press("Tab");
    const control = question(page, number).getByRole(number % 3 === 0 ? "textbox" : "radio");
    await expect(control.first()).toBeFocused();
    await expect(control.first()).toBeInViewport();
  }
});
