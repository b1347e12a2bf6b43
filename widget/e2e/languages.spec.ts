import { join } from "node:path";
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

test("every text changes with the language, and only its texts are loaded @mobile", async ({
  page,
  pulsen,
  flowPage,
}) => {
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
