import type { Page } from "@playwright/test";
import { holdRequests } from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { waitUntilStored } from "./support/storedRuns";
import { expect, test } from "./support/test";

const NODE = "any-order";
/** What the seeds 7 and 8 make of the flow below (docs/engine.md#random-order). */
const OF_SEED_7 = { options: ["B", "C", "D", "A", "None"], questions: ["q-three", "q-two", "q-one"] };
const OF_SEED_8 = { options: ["C", "B", "D", "A", "None"], questions: ["q-two", "q-three", "q-one"] };

test.beforeAll(({ pulsen }) => {
  const option = (id: string, fields = {}) => ({ id: `o-${id.toLowerCase()}`, body: id, ...fields });
  const question = (id: string) => ({
    id: `e-${id}`,
    type: "question",
    question: { id: `q-${id}`, style: "text", body: `Question ${id}` },
  });
  const flow = {
    id: NODE,
    languages: [{ code: "en" }, { code: "tr" }],
    states: [
      {
        id: "pick",
        isInitialState: true,
        nextStateId: "page",
        elements: [
          {
            id: "e-pick",
            type: "question",
            question: {
              id: "q-pick",
              style: "checklist",
              body: "Which ones?",
              optionOrder: "random",
              options: [
                ...["A", "B", "C", "D"].map((id) => option(id)),
                option("None", { isExclusive: true }),
              ],
            },
          },
          { id: "e-on", type: "next_page", order: 9, body: "Next" },
        ],
      },
      {
        id: "page",
        questionOrder: "random",
        elements: [
          ...["one", "two", "three"].map(question),
          { id: "e-send", type: "submit", order: 9, body: "Send" },
        ],
      },
    ],
  };
  importRecords(pulsen, { flows: [flow], nodes: [{ id: NODE, name: "Any order", flow_id: NODE }] });
});

/** Makes a page give this seed to the runs that it begins from its next load on. */
function giveSeed(page: Page, seed: number) {
  return page.addInitScript((given) => {
    const original = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (values) =>
      values instanceof Uint32Array ? values.fill(given) : original(values);
  }, seed);
}

const optionsOf = (page: Page) => page.locator('[data-question="q-pick"] .option__label');

async function expectQuestions(page: Page, ids: string[]) {
  const questions = page.locator("[data-question]");
  await expect(questions).toHaveCount(ids.length);
  const shown = await questions.evaluateAll((all) => all.map((one) => one.getAttribute("data-question")));
  expect(shown).toEqual(ids);
}

test("a visitor sees one order: after a reload, in another language, when going back, and with the keyboard", async ({
  page,
  flowPage,
  pulsen,
}) => {
  const url = `${pulsen.url}/feedback?node_id=${NODE}`;
  await giveSeed(page, 7);
  await page.goto(url);
  await expect(optionsOf(page)).toHaveText(OF_SEED_7.options);
  await page.getByRole("checkbox", { name: "B", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "C", exact: true })).toBeFocused();
  await page.keyboard.press("Space");
  await waitUntilStored(page);

  await giveSeed(page, 8);
  await page.goto(`${url}&lang=tr`);
  await expect(optionsOf(page)).toHaveText(OF_SEED_7.options);
  await page.goto(url);
  await expect(optionsOf(page)).toHaveText(OF_SEED_7.options);
  await expect(page.getByRole("checkbox", { name: "C", exact: true })).toBeChecked();
  await expect(optionsOf(page)).toHaveText(OF_SEED_7.options);
  await flowPage.next().click();
  await expectQuestions(page, OF_SEED_7.questions);
  await flowPage.back().click();
  await expect(optionsOf(page)).toHaveText(OF_SEED_7.options);
});

test("another visitor sees another order, which the page waits for", async ({ page, flowPage, pulsen }) => {
  const release = await holdRequests(page, "**/*.wasm");
  const asked = page.waitForRequest("**/*.wasm");
  await giveSeed(page, 8);
  await page.goto(`${pulsen.url}/feedback?node_id=${NODE}`);
  await asked;
  await expect(page.locator("#app")).toHaveAttribute("aria-busy", "true");
  await expect(flowPage.question("q-pick")).toHaveCount(0);
  await release();
  await expect(optionsOf(page)).toHaveText(OF_SEED_8.options);
  await page.getByRole("checkbox", { name: "C", exact: true }).check();
  await flowPage.next().click();
  await expectQuestions(page, OF_SEED_8.questions);
});
