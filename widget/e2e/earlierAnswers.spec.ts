import { expectAccessible } from "pulsen-loader/e2e";
import { LANGUAGES, next, option, question, send, thanks } from "./support/flowParts";
import { importRecords } from "./support/importRecords";
import { storedOf } from "./support/storedFeedback";
import { expect, type Page, test } from "./support/test";

const PIPED = {
  id: "piped",
  languages: LANGUAGES,
  states: [
    {
      id: "first",
      isInitialState: true,
      nextStateId: "second",
      elements: [
        question("name", "naming", { body: { en: "Your name", tr: "Adınız" } }),
        question("drink", "checklist", {
          body: { en: "What did {{name|you}} drink?", tr: "{{name|Siz}} ne içti?" },
          options: [
            option("tea", "Tea", "Çay"),
            option("coffee", "Coffee", "Kahve"),
            option("else", "Something else", "Başka", { asksForText: true }),
          ],
        }),
        question("day", "datepicker", { body: { en: "When?", tr: "Ne zaman?" } }),
        question("cost", "numeric", { body: { en: "How much was it?", tr: "Ne kadardı?" } }),
        next,
      ],
    },
    {
      id: "second",
      nextStateId: "thanks",
      elements: [
        question("why", "textarea", {
          body: {
            en: "Why {{drink|nothing}} on {{day|that day}}, for {{cost|that much}}?",
            tr: "{{day|O gün}} neden {{drink|hiçbir şey}}, {{cost|o kadar}} liraya?",
          },
          description: { en: "Dear {{name|visitor}}", tr: "Sayın {{name|ziyaretçi}}" },
        }),
        send,
      ],
    },
    thanks({ en: "Thank you, {{name|dear visitor}}!", tr: "Teşekkürler, {{name|sayın ziyaretçi}}!" }),
  ],
};

const PREFILLED = {
  id: "prefilled",
  languages: LANGUAGES,
  states: [
    {
      id: "first",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        question("store", "hidden_field", { body: "Store", prefill: "store", maxResponseLength: 8 }),
        question("size", "radio", {
          body: { en: "Which size in {{store|our store}}?" },
          prefill: "size",
          options: [option("s", "Small", "Küçük"), option("l", "Large", "Büyük")],
        }),
        question("mail", "email", { body: { en: "Your email" }, prefill: "mail" }),
        question("visits", "numeric", { body: { en: "How often do you come?" } }),
        next,
      ],
    },
    {
      id: "oslo",
      nextStateId: "thanks",
      elements: [question("harbor", "text", { body: { en: "And the harbor?" } }), send],
    },
    thanks({ en: "Thank you, {{store|everybody}}!" }),
  ],
  transitions: [
    {
      fromStateId: "first",
      toStateId: "oslo",
      rules: [{ elementId: "e-store", operator: "equal", value: "oslo" }],
    },
  ],
};

test.beforeAll(({ pulsen }) => {
  const flows = [PIPED, PREFILLED];
  importRecords(pulsen, {
    flows,
    nodes: flows.map(({ id }) => ({ id, name: "Fener Coffee", flow_id: id })),
  });
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** An answer in a text: it keeps its writing direction. */
const shown = (answer: string) => `\u2068${answer}\u2069`;

const expectText = (page: Page, element: string, text: string) =>
  expect(page.locator(`[data-element="${element}"] bdi`).first()).toHaveText(text);

test("earlier answers stand in texts as people write them, and as text only", async ({ page, pulsen }) => {
  const name = "<b>Ada</b> {{cost}}";
  await page.goto(`${pulsen.url}/feedback?node_id=piped`);

  await test.step("on the page on which they are given", async () => {
    await expectText(page, "e-drink", "What did you drink?");
    await page.getByRole("textbox", { name: "First name" }).fill(name);
    await expectText(page, "e-drink", `What did ${shown(name)} drink?`);
    await expect(page.locator("section.page b")).toHaveCount(0);
  });

  await page.getByText("Tea", { exact: true }).click();
  await page.getByText("Something else", { exact: true }).click();
  await page.getByRole("textbox", { name: "Something else: Please specify" }).fill("Mate");
  await page.getByRole("textbox", { name: "When?" }).fill("11/21/2026");
  await page.getByRole("textbox", { name: "How much was it?" }).fill("1234.5");
  await press(page, "Next");

  await test.step("on the next page, in its language", async () => {
    const [list, day, cost] = ["Tea and Mate", "November 21, 2026", "1,234.5"].map(shown);
    await expectText(page, "e-why", `Why ${list} on ${day}, for ${cost}?`);
    await expect(page.getByText(`Dear ${shown(name)}`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Türkçe" }).click();
    const [liste, gün, tutar] = ["Çay ve Mate", "21 Kasım 2026", "1.234,5"].map(shown);
    await expectText(page, "e-why", `${gün} neden ${liste}, ${tutar} liraya?`);
    await page.getByRole("button", { name: "English" }).click();
    await expectText(page, "e-why", `Why ${list} on ${day}, for ${cost}?`);
  });

  await test.step("after a change on the way back", async () => {
    await press(page, "Back");
    await page.getByText("Tea", { exact: true }).click();
    await page.getByRole("textbox", { name: "First name" }).fill("Ada");
    await page.getByRole("textbox", { name: "How much was it?" }).fill("");
    await press(page, "Next");
    await expectText(page, "e-why", `Why ${shown("Mate")} on ${shown("November 21, 2026")}, for that much?`);
  });

  await press(page, "Send");
  await expectText(page, "e-thanks", `Thank you, ${shown("Ada")}!`);
  expect((await storedOf(pulsen, page)).responses).toEqual([
    { question_id: "q-name", body: "Ada" },
    { question_id: "q-drink", option_id: "o-else", body: "Mate" },
    { question_id: "q-day", body: "2026-11-21" },
  ]);
});

test("the address answers questions, and the visitor those that it does not", async ({ page, pulsen }) => {
  const address = new URL(`${pulsen.url}/feedback?node_id=prefilled&store=oslo&size=l&mail=ada@example.com`);
  address.searchParams.set("responses", '{"visits": 3}');
  await page.goto(address.href);
  await expect(page.getByRole("radio", { name: "Large" })).toBeChecked();
  await expectText(page, "e-size", `Which size in ${shown("oslo")}?`);
  await expect(page.getByLabel("Your email")).toHaveValue("ada@example.com");
  await expect(page.getByLabel("How often do you come?")).toHaveValue("3");
  await expect(page.locator('[data-question="q-store"]')).toHaveCount(0);
  await expect(page.getByText("Store", { exact: true })).toHaveCount(0);

  await page.getByText("Small", { exact: true }).click();
  await press(page, "Next");
  // Where it leads is decided by the hidden field.
  await page.getByRole("textbox", { name: "And the harbor?" }).fill("Windy");
  await press(page, "Send");
  await expectText(page, "e-thanks", `Thank you, ${shown("oslo")}!`);
  const { responses, customer } = await storedOf(pulsen, page);
  expect(responses).toEqual([
    { question_id: "q-store", body: "oslo" },
    { question_id: "q-size", option_id: "o-s" },
    { question_id: "q-mail", body: "ada@example.com" },
    { question_id: "q-visits", body: "3" },
    { question_id: "q-harbor", body: "Windy" },
  ]);
  expect(customer).toMatchObject({ email: "ada@example.com" });
});

test("what an address says that no question takes is left out", async ({ page, pulsen }) => {
  await page.goto(
    `${pulsen.url}/feedback?node_id=prefilled&store=a-long-name&size=xl&mail=nobody&harbor=Windy`,
  );
  await expectText(page, "e-size", "Which size in our store?");
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  // The visitor has to see what is not valid, and can mend it.
  await press(page, "Next");
  await expect(page.getByText("Please enter a valid email.")).toBeVisible();
  await page.getByLabel("Your email").fill("");
  await page.getByLabel("How often do you come?").fill("2");
  await press(page, "Next");
  await expectText(page, "e-thanks", "Thank you, everybody!");
  expect((await storedOf(pulsen, page)).responses).toEqual([{ question_id: "q-visits", body: "2" }]);
});
