import { join } from "node:path";
import { expectAccessible, holdRequests, passTimeUntil, stopClock } from "pulsen-loader/e2e";
import { question, send } from "./support/flowParts";
import { importRecords } from "./support/importRecords";
import { expect, test } from "./support/test";

test.beforeAll(({ pulsen }) => pulsen.import(join(import.meta.dirname, "records")));

const TOO_SHORT: [code: string, name: string, direction: string, text: string][] = [
  ["de", "Deutsch", "ltr", "Bitte geben Sie eine Antwort mit mindestens 3 Zeichen ein."],
  ["ar", "العربية", "rtl", "يرجى إدخال إجابة لا تقل عن 3 أحرف."],
  ["he", "עברית", "rtl", "יש להזין תשובה באורך 3 תווים לפחות."],
  ["ja", "日本語", "ltr", "3 文字以上で回答してください。"],
  ["zh-hans", "简体中文", "ltr", "请输入至少 3 个字符的回答。"],
  ["en", "English", "ltr", "Please enter an answer that is at least 3 characters."],
];

test("every text changes with the language, and only its texts are loaded @mobile", {
  tag: "@3.1.1",
}, async ({ page, pulsen, flowPage }) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    const file = /\/([\w-]+)\.(?:page|chat)-[\w-]+\.js$/.exec(request.url());
    if (file?.[1]) loaded.push(file[1]);
  });
  await page.goto(`${pulsen.url}/feedback?node_id=languages`);
  await page.getByRole("textbox").fill("no");
  await flowPage.send().click();
  expect(loaded).toEqual([]);
  for (const [code, name, direction, text] of TOO_SHORT) {
    await page.getByRole("button", { expanded: false }).click();
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", code);
    await expect(page.locator("html")).toHaveAttribute("dir", direction);
    await expect(page.getByText(text)).toBeVisible();
    await flowPage.expectAccessible();
  }
  expect(loaded).toEqual(["de", "ar", "he", "ja", "zh-hans"]);
});

test("a page loads the texts of its language at once", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=languages&lang=ar`);
  await expect(page.getByText("ما الذي يمكننا تحسينه؟")).toBeVisible();
  expect(await page.locator('link[rel="modulepreload"][href*="/ar.page-"]').count()).toBe(1);
});

test("a page whose texts are late is in English after 3 s, and in its language when they come", async ({
  page,
  pulsen,
}) => {
  await stopClock(page);
  const arrive = await holdRequests(page, /\/tr\.page-[\w-]+\.js/);
  await page.goto(`${pulsen.url}/feedback?node_id=demo-node&lang=tr`, { waitUntil: "commit" });
  await expect(page.locator("#app")).toHaveAttribute("data-prerendered", "taken");
  await passTimeUntil(page, page.locator('html[lang="en"] #app:not([data-prerendered])'));
  await page.getByRole("button", { name: "İleri" }).click();
  await expect(page.getByText("Choose one answer.")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("bdi", { hasText: "Bugünkü ziyaretiniz nasıldı?" })).toHaveAttribute(
    "lang",
    "tr",
  );

  await arrive();
  await expect(page.getByText("Lütfen bir yanıt seçin.")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await expect(page.locator('bdi[lang="tr"]')).toHaveCount(0);
});

test("texts in another language than the page keep their direction", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=languages&lang=ps`);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  // The flow has this text in English only: its full stop and bracket are at its right end.
  const note = page.getByText("We read every answer. (Really!)");
  await expect(note).toHaveCSS("direction", "ltr");
  // The interface has no texts in this language: the sentence is English in itself.
  await page.getByRole("button", { name: "لیږل" }).click();
  await expect(page.getByText("\u2066Please fill in this field to continue.\u2069")).toBeVisible();
});

/** A flow of which the Arabic visitor sees some texts in English, and one in Hebrew. */
const HALF_TRANSLATED = {
  id: "half-translated",
  languages: [
    { id: "ar", code: "ar", name: "العربية" },
    { id: "en", code: "en", name: "English" },
    { id: "he", code: "he", name: "עברית" },
  ],
  states: [
    {
      id: "page",
      isInitialState: true,
      elements: [
        question("drink", "radio", {
          body: { en: "What did you drink?" },
          description: { ar: "اختر واحدا", en: "Choose one" },
          options: [
            { id: "o-tea", key: "tea", body: { ar: "شاي", en: "Tea" } },
            { id: "o-other", key: "other", body: { en: "Something else" } },
            { id: "o-acme", key: "acme", body: "Acme" },
          ],
        }),
        question("city", "dropdown", {
          body: { ar: "أي مدينة؟", en: "Which city?" },
          options: [{ id: "o-van", key: "van", body: { en: "Van" } }],
        }),
        { id: "note", type: "label", order: 5, body: { he: "קפה Acme" } },
        { id: "hello", type: "label", order: 6, body: { en: "You like {{drink|nothing}}." } },
        send,
      ],
    },
  ],
};

test("a text that is not there in the page's language is marked, and no other", { tag: "@3.1.2" }, async ({
  page,
  pulsen,
}) => {
  importRecords(pulsen, {
    flows: [HALF_TRANSLATED],
    nodes: [{ id: "half-translated", name: "Fener Coffee", flow_id: "half-translated" }],
  });
  /** Returns each text that is marked, with its language and direction. */
  const marked = () =>
    page
      .locator("section.page :is(bdi, option)[lang]")
      .evaluateAll((texts) =>
        texts.map((text) =>
          [text.textContent, text.getAttribute("lang"), text.getAttribute("dir")].join(" "),
        ),
      );
  const address = `${pulsen.url}/feedback?node_id=half-translated`;
  const inArabic = [
    "What did you drink? en ltr",
    "Something else en ltr",
    "Van en ltr",
    // From right to left, as the page.
    "קפה Acme he ",
    "You like nothing. en ltr",
    "Send en ltr",
  ];

  await test.step("on the page as the server has made it", async () => {
    // The engine does not arrive.
    await page.route("**/*.wasm", () => {});
    await page.goto(`${address}&lang=ar`);
    await expect.poll(marked).toEqual(inArabic);
    await page.unroute("**/*.wasm");
  });
  await test.step("with the engine, and with an answer in a text", async () => {
    await page.goto(`${address}&lang=ar`);
    await expect.poll(marked).toEqual(inArabic);
    const other = page.getByRole("radio", { name: "Something else" });
    expect(await other.evaluate((input) => input.closest("[lang]")?.getAttribute("lang"))).toBe("en");
    await other.check();
    await expect
      .poll(async () => (await marked()).at(-2))
      .toBe("You like \u2068Something else\u2069. en ltr");
    await expectAccessible(page);
  });
  await test.step("in English only the Hebrew text", async () => {
    await page.goto(`${address}&lang=en`);
    await expect.poll(marked).toEqual(["קפה Acme he rtl"]);
  });
});

test("an unknown node is told in the language of the browser", async ({ browser, pulsen }) => {
  const context = await browser.newContext({ locale: "ja-JP" });
  const page = await context.newPage();
  await page.goto(`${pulsen.url}/feedback?node_id=nobody`);
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await expect(page.getByRole("heading", { name: "404 ページが見つかりません" })).toBeVisible();
  await expect(page.getByText("アドレスをご確認いただくか")).toBeVisible();
  await context.close();
});

test("a page of the server's own is in the language of the browser @mobile", async ({ browser, pulsen }) => {
  const context = await browser.newContext({ locale: "he-IL" });
  const page = await context.newPage();
  const response = await page.goto(`${pulsen.url}/widget?code=PSN-NONE000`);
  expect(response?.status()).toBe(404);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { name: "404 הדף לא נמצא" })).toBeVisible();
  // Its policy lets its own styles through.
  await expect(page.getByRole("heading")).toHaveCSS("font-size", "20px");
  await expect(page.getByRole("link", { name: "לדף הבית" })).toHaveAttribute("href", "https://site.example/");
  await context.close();
});
