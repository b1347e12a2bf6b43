import type { Page } from "@playwright/test";
import { expectAccessible } from "pulsen-loader/e2e";
import { LANGUAGES, option, question, send, thanks } from "./support/flowParts";
import { importRecords } from "./support/importRecords";
import { storedOf } from "./support/storedFeedback";
import { expect, test } from "./support/test";

const OPTIONS = [option("taste", "The taste", "Tadı"), option("place", "The place", "Yeri")];

const OPTIONAL = {
  id: "optional",
  languages: [...LANGUAGES, { id: "ar", code: "ar", name: "العربية" }],
  states: [
    {
      id: "first",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        question("liked", "radio", { body: { en: "What did you like?" }, options: OPTIONS }),
        question("nps", "score", { body: { en: "Would you recommend us?" } }),
        question("stars", "star", { body: { en: "How was the coffee?" } }),
        question("noise", "slider", { body: { en: "How loud was it?" } }),
        question("parts", "matrix", {
          body: { en: "How were they?" },
          options: OPTIONS,
          statements: [
            { id: "s-cake", key: "cake", body: "Cake" },
            { id: "s-tea", key: "tea", body: "Tea" },
          ],
        }),
        question("visit", "radio", { body: { en: "Which visit?" }, options: OPTIONS, isRequired: true }),
        send,
      ],
    },
    thanks({ en: "Thank you!" }),
  ],
};

test.beforeAll(({ pulsen }) =>
  importRecords(pulsen, {
    flows: [OPTIONAL],
    nodes: [
      { id: "optional", name: "Fener Coffee", flow_id: "optional" },
      { id: "optional-dark", name: "Fener Coffee", flow_id: "optional", theme: "dark" },
    ],
  }),
);

const group = (page: Page, key: string) => page.locator(`[data-question="q-${key}"]`);

async function answerAll(page: Page) {
  await group(page, "liked").locator("input").first().check();
  await group(page, "nps").locator("input").nth(3).check();
  await group(page, "stars").locator("input").nth(3).press(" ");
  await group(page, "noise").getByRole("slider").fill("70");
  await group(page, "parts").locator("input").first().check();
  await group(page, "visit").locator("input").first().check();
}

test("optional answers can be taken back, also by key @mobile", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=optional`);
  await answerAll(page);
  await expect(page.getByRole("button", { name: /^Clear answer/ })).toHaveCount(5);
  await expect(group(page, "visit").getByRole("button")).toHaveCount(0);
  await expectAccessible(page);

  await group(page, "nps").getByRole("radio", { name: "3", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Clear answer: Would you recommend us?" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(group(page, "nps").getByRole("radio", { name: "3", exact: true })).toBeFocused();
  await expect(group(page, "nps").locator("input:checked")).toHaveCount(0);
  for (const name of ["How was the coffee?", "How loud was it?", "How were they?"]) {
    await page.getByRole("button", { name: `Clear answer: ${name}` }).click();
  }
  await expect(group(page, "noise").getByRole("slider")).toHaveAttribute("aria-valuetext", "No answer yet");
  await expect(page.getByRole("button", { name: /^Clear answer/ })).toHaveCount(1);
  await expectAccessible(page);

  // A matrix of which one row had been answered asks for none of them.
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Thank you!")).toBeVisible();
  const { responses } = await storedOf(pulsen, page);
  expect(responses.map((response) => response.question_id)).toEqual(["q-liked", "q-visit"]);
});

for (const [name, address] of Object.entries({
  light: "node_id=optional",
  dark: "node_id=optional-dark",
  rtl: "node_id=optional&lang=ar",
})) {
  test(`the button that takes an answer back is accessible: ${name} @mobile`, async ({ page, pulsen }) => {
    await page.goto(`${pulsen.url}/feedback?${address}`);
    await answerAll(page);
    await expectAccessible(page);
    const folder = process.env.PULSEN_SHOTS;
    const path = `${folder}/clear-${name}-${page.viewportSize()?.width}.png`;
    if (folder) await page.screenshot({ path, fullPage: true });
  });
}
