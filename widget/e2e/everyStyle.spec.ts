import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PulsenServer, pdf, png } from "pulsen-loader/e2e";
import { VISITORS, type Visitor } from "./languages/visitors";
import { importRecords } from "./support/importRecords";
import { type Orders, startOrders } from "./support/orders";
import { storedOf } from "./support/storedFeedback";
import { test as base, expect, type Page } from "./support/test";
import { startTextMessageGateway, type TextMessageGateway } from "./support/textMessageGateway";

const NAME = "Fener Coffee";

interface Third {
  gateway: TextMessageGateway;
  orders: Orders;
}

const test = base.extend<object, { third: Third }>({
  third: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
    async ({}, use) => {
      const third = { gateway: await startTextMessageGateway(), orders: await startOrders() };
      await use(third);
      for (const party of Object.values(third)) party.stop();
    },
    { scope: "worker" },
  ],
  pulsen: [
    async ({ third }, use) => {
      const pulsen = await PulsenServer.start({ smsUrl: third.gateway.url, allowsPrivateConnectors: true });
      importRecords(pulsen, {
        nodes: [{ id: "every-style", name: NAME, flow_id: "every-style", country_code: "TR" }],
        flows: [dataFile("every-style.json")],
        connectors: [
          {
            id: "orders",
            url: third.orders.url,
            body: { order: "{{answer}}" },
            questions: { city: "/city" },
          },
        ],
      });
      await use(pulsen);
      await pulsen.stop();
    },
    { scope: "worker" },
  ],
});

function dataFile(name: string) {
  return JSON.parse(readFileSync(join(import.meta.dirname, "languages", name), "utf8"));
}

/** Returns the texts of the interface in a language, as they are in its file. */
function textsIn(code: string): Record<string, Record<string, string>> {
  const file = join(import.meta.dirname, "../src/texts/languages", `${code}.json`);
  return JSON.parse(readFileSync(file, "utf8"));
}

class EveryStyle {
  private readonly page: Page;
  private readonly visitor: Visitor;

  constructor(page: Page, visitor: Visitor) {
    this.page = page;
    this.visitor = visitor;
  }

  question(id: string) {
    return this.page.locator(`[data-question="q-${id}"]`);
  }

  async choose(id: string, name: string) {
    await this.question(id).getByText(name, { exact: true }).click();
  }

  /** Types as a keyboard does; the field may replace what it gets. */
  async type(id: string, text: string) {
    await this.question(id).getByRole("textbox").first().focus();
    await this.page.keyboard.insertText(text);
  }

  /** Presses the button that leads on. */
  async next() {
    await this.page.locator('button[type="submit"]').click();
  }

  async answerScales() {
    await this.question("score").locator('input[value="9"]').check();
    await this.question("star").locator('input[value="4.5"]').check();
    await this.question("ces").locator('input[value="5"]').check();
    await this.question("custom").locator('input[value="6"]').check();
    const slider = this.question("slider").locator('input[type="range"]');
    await slider.focus();
    await this.page.keyboard.press("Home");
    for (let half = 0; half < 5; half += 1) await this.page.keyboard.press("ArrowUp");
    const rows = this.question("matrix").locator("tbody tr");
    await rows.nth(0).locator("input").nth(0).check();
    await rows.nth(1).locator("input").nth(1).check();
  }

  async answerWords() {
    const { word, story, cost, age, day, phone, visits, given, family } = this.visitor;
    await this.type("text", word);
    await this.question("textarea").getByRole("textbox").fill(story);
    await this.type("email", "ada@example.com");
    await this.type("external", "K-7");
    await this.type("request", "A-1");
    await this.type("numeric", cost);
    await expect(this.question("city").getByRole("textbox")).toHaveValue("Ankara");
    await this.type("age", age);
    await this.question("naming").getByRole("textbox").nth(0).fill(given);
    await this.question("naming").getByRole("textbox").nth(1).fill(family);
    await this.type("date", day);
    await this.type("phone", phone);
    await this.type("schema", visits);
  }

  async answerChoices(pleaseSpecify: string) {
    await this.question("radio").locator("input").first().check();
    await this.question("dropdown").getByRole("combobox").selectOption({ label: "Van" });
    await this.choose("gender", "Ms");
    await this.choose("checklist", "A friend");
    await this.choose("checklist", "Somewhere else");
    await this.page.getByRole("textbox", { name: `Somewhere else: ${pleaseSpecify}` }).fill("Blog");
    await this.choose("dynamic-one", "The second");
    await this.choose("dynamic-more", "Milk");
    for (const name of ["Cocoa", "Tea", "Coffee"]) await this.choose("ranking", name);
    await this.page.locator('[aria-label="Most: The price"]').check();
    await this.page.locator('[aria-label="Least: The taste"]').check();
    await this.choose("conjoint", "Large card");
    await this.question("agreement").locator('input[type="checkbox"]').check();
  }
}

for (const [at, [code, visitor]] of Object.entries(VISITORS).entries()) {
  test(`every style is answered in ${code}, and stored as in every other language`, async ({
    browser,
    pulsen,
    third,
  }) => {
    const context = await browser.newContext({ locale: visitor.locale });
    const page = await context.newPage();
    const number = `+9053200000${at + 10}`;
    const own = code === "en" ? undefined : textsIn(code);
    const text = (key: string, english: string) => own?.page?.[key] ?? english;
    const visit = new EveryStyle(page, visitor);
    await page.goto(`${pulsen.url}/feedback?node_id=every-style&lang=${code}`);
    await visit.question("score").waitFor();
    const root = page.locator("html");
    await expect(root).toHaveAttribute("lang", code);
    await expect(root).toHaveAttribute("dir", visitor.direction);

    await test.step("a required question says so in the language", async () => {
      await visit.next();
      await expect(visit.question("score")).toContainText(text("choose_one", "Choose one answer."));
    });
    await visit.answerScales();
    await visit.next();

    await visit.question("text").waitFor();
    await expect(visit.question("date").getByRole("textbox")).toHaveAttribute(
      "placeholder",
      visitor.dayFormat,
    );
    await visit.answerWords();
    await visit.next();
    await visit.question("radio").waitFor();
    await visit.answerChoices(text("please_specify", "Please specify"));
    await visit.next();

    await visit.question("file").waitFor();
    const picker = ".picker__area input";
    await visit.question("file").locator(picker).setInputFiles(pdf("bill.pdf"));
    await visit.question("screenshot").locator(picker).setInputFiles(png("screen.png"));
    const uploaded = own?.uploads?.uploaded ?? "Uploaded";
    await expect(page.getByText(uploaded, { exact: true })).toHaveCount(2);
    await visit.type("verified", inDigits(number.slice(3), visitor));
    await page.getByRole("button", { name: text("send_code", "Send code"), exact: true }).click();
    const field = page.getByLabel(text("verification_code", "Verification code"));
    await expect(field).toBeFocused();
    const sent = third.gateway.codeFor(number);
    const message = own?.server?.code_named ?? "{code} is your verification code for {name}.";
    expect(third.gateway.textFor(number)).toBe(message.replace("{code}", sent).replace("{name}", NAME));
    await page.keyboard.insertText(inDigits(sent, visitor));
    await expect(visit.question("verified").locator(".phone-verification__verified")).toBeVisible();
    await visit.next();
    await expect(page.getByRole("heading", { name: text("thank_you", "Thank You") })).toBeVisible();

    const stored = await storedOf(pulsen, page);
    expect(stored.language_id).toBe(code);
    expect(stored.responses.map(withoutIds)).toEqual(itemsOf(visitor, number));
    expect(stored.customer).toMatchObject(customerOf(visitor));
    await context.close();
  });
}

/** Returns a number in the digits of the visitor's keyboard. */
function inDigits(number: string, { digits }: Visitor): string {
  return number.replace(/\d/g, (digit) => digits[Number(digit)] ?? "");
}

/** Leaves out what differs each time: the ids of files, and where they are. */
function withoutIds({ active_storage_blob_id: _, binding_data: __, file, ...item }: Record<string, unknown>) {
  const { name, type } = (file ?? {}) as { name?: string; type?: string };
  return file ? { ...item, file: { name, type } } : item;
}

/** What is stored in every language. Only what was written in words is in the visitor's. */
function itemsOf({ word, story, given, family }: Visitor, number: string) {
  return [
    { question_id: "q-score", body: "9" },
    { question_id: "q-star", body: "4.5" },
    { question_id: "q-ces", body: "5" },
    { question_id: "q-slider", body: "2.5" },
    { question_id: "q-custom", body: "6" },
    { question_id: "s-place", option_id: "o-good" },
    { question_id: "s-people", option_id: "o-bad" },
    { question_id: "q-text", body: word },
    { question_id: "q-textarea", body: story },
    { question_id: "q-email", body: "ada@example.com" },
    { question_id: "q-external", body: "K-7" },
    { question_id: "q-request", body: "A-1" },
    { question_id: "q-city", body: "Ankara" },
    { question_id: "q-numeric", body: "42.5" },
    { question_id: "q-age", body: "34" },
    { question_id: "q-naming", body: `${given} ${family}` },
    { question_id: "q-date", body: "2026-11-21" },
    { question_id: "q-phone", body: "+905321234567" },
    { question_id: "q-schema", body: "12" },
    { question_id: "q-radio", option_id: "o-radio-good" },
    { question_id: "q-dropdown", option_id: "o-van" },
    { question_id: "q-gender", option_id: "o-f" },
    { question_id: "q-checklist", option_id: "o-friend" },
    { question_id: "q-checklist", option_id: "o-else", body: "Blog" },
    { question_id: "q-dynamic-one", option_id: "o-second" },
    { question_id: "q-dynamic-more", option_id: "o-milk" },
    { question_id: "q-random", option_id: "o-only" },
    { question_id: "q-ranking", option_id: "o-cocoa", ranking: 1 },
    { question_id: "q-ranking", option_id: "o-tea", ranking: 2 },
    { question_id: "q-ranking", option_id: "o-coffee", ranking: 3 },
    { question_id: "s-price", option_id: "o-most" },
    { question_id: "s-taste", option_id: "o-least" },
    { question_id: "s-card", option_id: "o-large" },
    { question_id: "q-agreement", body: "true" },
    { question_id: "q-file", file: { name: "bill.pdf", type: "application/pdf" } },
    { question_id: "q-screenshot", file: { name: "screen.png", type: "image/png" } },
    { question_id: "q-verified", body: number, verified: true },
  ];
}

function customerOf({ given, family }: Visitor) {
  return {
    name: `${given} ${family}`,
    email: "ada@example.com",
    external_id: "K-7",
    gender: "f",
    schema: { schema: "12" },
  };
}

for (const [code, visitor] of Object.entries(VISITORS)) {
  if (code === "en") continue;
  test(`the server's own pages and the launcher speak ${code}`, async ({ pulsen, request }) => {
    const { page, launcher, server } = textsIn(code);
    const headers = { "Accept-Language": visitor.locale, Accept: "text/html" };
    const missing = await request.get(`${pulsen.url}/widget?code=PSN-NONE000`, { headers });
    expect(missing.status()).toBe(404);
    const html = await missing.text();
    expect(html).toContain(`<html lang="${code}" dir="${visitor.direction}"`);
    for (const text of [page?.not_found, page?.check_address]) expect(html).toContain(text);
    const link = await request.get(`${pulsen.url}/feedback?node_id=every-style&lang=${code}`);
    expect(await link.text()).toContain(server?.no_script);
    const labels = await request.get(`${pulsen.url}/loader/labels-${code}.js`);
    const said = await labels.text();
    for (const text of Object.values(launcher ?? {})) expect(said).toContain(text);
  });
}
