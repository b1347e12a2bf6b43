import { importRecords } from "./support/importRecords";
import { storedOf } from "./support/storedFeedback";
import { expect, type Page, test } from "./support/test";

const LANGUAGES = ["en", "de", "th", "fa"];

/** The same text in all languages. */
const inAll = (text: string) => Object.fromEntries(LANGUAGES.map((code) => [code, text]));

const question = (id: string, style: string, fields: object = {}) => ({
  id: `e-${id}`,
  type: "question",
  question: { id: `q-${id}`, key: id, style, body: inAll(id), ...fields },
});

const FLOW = {
  id: "typing",
  languages: LANGUAGES.map((code) => ({ id: code, code, name: code })),
  states: [
    {
      id: "all",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        question("amount", "numeric"),
        question("day", "datepicker"),
        question("phone", "phone_number"),
        question("town", "dropdown", {
          options: Array.from({ length: 14 }, (_, at) => ({
            id: `o-${at}`,
            key: `k${at}`,
            body: inAll(`町${at}`),
          })),
        }),
        { id: "e-send", type: "submit", body: inAll("Send") },
      ].map((element, order) => ({ ...element, order })),
    },
    { id: "thanks", style: "thank_you", elements: [] },
  ],
};

async function open(page: Page, url: string, language: string) {
  await page.goto(`${url}/feedback?node_id=typing&lang=${language}`);
  await field(page, "amount").waitFor();
}

const field = (page: Page, id: string) => page.locator(`[data-question="q-${id}"] input`).first();

test.beforeEach(({ pulsen }) => {
  importRecords(pulsen, {
    nodes: [{ id: "typing", name: "Fener Coffee", flow_id: "typing", country_code: "TR" }],
    flows: [FLOW],
  });
});

/** Composes texts one after another in the focused field, as an input method does, and confirms the last one. */
async function compose(page: Page, texts: readonly string[]) {
  const browser = await page.context().newCDPSession(page);
  for (const text of texts) {
    await browser.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
  await browser.send("Input.insertText", { text: texts.at(-1) ?? "" });
}

test("what an input method composes is typed once", async ({ page, pulsen }) => {
  await open(page, pulsen.url, "en");
  await field(page, "amount").focus();
  await compose(page, ["１", "１２", "１２３"]);
  await expect(field(page, "amount")).toHaveValue("１２３");

  await page.locator('[data-question="q-phone"] input[type="tel"]').focus();
  await compose(page, ["０５", "０５３２", "０５３２１２３４５６７"]);
  await page.keyboard.press("Shift+Tab");
  await expect(field(page, "amount")).toHaveValue("123");
  await expect(page.locator('[data-question="q-phone"] input[type="tel"]')).toHaveValue("0532 123 45 67");

  const town = field(page, "town");
  await town.focus();
  await compose(page, ["ま", "町", "町1"]);
  await expect(town).toHaveValue("町1");
  await page.keyboard.press("Enter");
  await expect(town).toHaveValue("町1");
  // With a label in the closed field, too.
  await compose(page, ["ま", "町", "町2"]);
  await expect(town).toHaveValue("町2");
});

test("a text that is no number stays, and a message says how numbers are written", async ({
  page,
  pulsen,
}) => {
  await open(page, pulsen.url, "de");
  const amount = field(page, "amount");
  await amount.fill("1e3");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("zum Beispiel 1.234,5.")).toBeVisible();
  await expect(amount).toHaveValue("1e3");
  await amount.fill("1.000");
  await expect(page.getByText("zum Beispiel 1.234,5.")).toHaveCount(0);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { name: "Vielen Dank" })).toBeVisible();
  expect((await storedOf(pulsen, page)).responses).toMatchObject([{ question_id: "q-amount", body: "1000" }]);
});

for (const [language, typed, era, shown] of [
  ["th", "31/12/2569", "พ.ศ.", "31/12/2569"],
  ["th", "31/12/2026", "พ.ศ.", "31/12/2569"],
  ["fa", "۱۴۰۵/۱۰/۱۰", "ه\u200d.ش.", "1405/10/10"],
] as const) {
  test(`${typed} in ${language} is a day of the calendar that the field names`, async ({ page, pulsen }) => {
    await open(page, pulsen.url, language);
    const day = field(page, "day");
    await expect.poll(() => day.getAttribute("placeholder")).toContain(era);
    await day.fill(typed);
    await day.blur();
    await expect(day).toHaveValue(shown);
    await page.locator('button[type="submit"]').click();
    await expect(day).toHaveCount(0);
    expect((await storedOf(pulsen, page)).responses).toMatchObject([
      { question_id: "q-day", body: "2026-12-31" },
    ]);
  });
}

test("a year that nobody means is refused", async ({ page, pulsen }) => {
  await open(page, pulsen.url, "en");
  for (const year of ["2569", "0025"]) {
    await field(page, "day").fill(`12/31/${year}`);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("Please check the year: it is too early or too late.")).toBeVisible();
    await field(page, "day").fill("");
  }
});
