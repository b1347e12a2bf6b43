import { rmSync } from "node:fs";
import { PulsenServer } from "pulsen-loader/e2e";
import { expectAccessibleInThemes, expectFits } from "./support/look";
import { FLOW, giveOne, KIOSK, LIVE_FLOW, makeResults, type Results } from "./support/resultsFlow";
import { test as base, expect, type Page } from "./support/test";

// In one worker, which makes the results once for all tests.
base.describe.configure({ mode: "default" });

const test = base.extend<object, { results: Results }>({
  results: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
    async ({}, use) => {
      const results = await makeResults();
      await use(results);
      rmSync(results.data, { recursive: true });
    },
    { scope: "worker" },
  ],
  pulsen: async ({ results: { data } }, use) => {
    const pulsen = await PulsenServer.start({ data });
    await use(pulsen);
    await pulsen.stop();
  },
});

// The last 30 days of a page are those up to its own day.
test.beforeEach(({ page, results: { day } }) => page.clock.setFixedTime(`${day}T12:00:00Z`));

const question = (page: Page, name: string) => page.getByRole("article", { name });
const facts = (page: Page) => page.locator(".results-facts");
const score = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name }).first();
const currentSearch = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function open(page: Page, url: string, search = "") {
  await page.goto(`${url}/staff/results/${FLOW}${search}`);
  await expect(facts(page)).toBeVisible();
}

/** Switches a chart to its table, and returns the rows as texts. */
async function tableOf(page: Page, chart: string): Promise<string[][]> {
  const figure = page.getByRole("figure", { name: chart, exact: true });
  await figure.getByRole("button", { name: "Show as table" }).click();
  const rows = figure.locator("tbody tr");
  await expect(rows.first()).toBeVisible();
  return rows.evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll<HTMLElement>("th, td")].map(({ innerText }) => innerText)),
  );
}

test("lists the flows with how much feedback each has had", async ({ page, pulsen, arrive }) => {
  await arrive("Ada");
  await page.goto(`${pulsen.url}/staff/results`);
  const item = page.getByRole("listitem").filter({ hasText: "After your coffee" });
  await expect(item).toContainText("52 feedbacks · 40 in the last 30 days");
  await item.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("After your coffee");
  await expect(facts(page)).toContainText("40 feedbacks");
  const above = page.getByRole("navigation", { name: "Pages above this one" });
  await above.getByRole("link", { name: "Results" }).click();
  await expect(item).toBeVisible();
});

test("numbers are what was given, and the tables behind the charts have them", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Bora");
  await open(page, pulsen.url);
  await expect(facts(page)).toContainText("40 feedbacks · median time 20 s");
  await expect(score(page, "NPS")).toContainText("20");
  await expect(score(page, "CSAT")).toContainText("40 %");
  // 5 × (1 + 2 + … + 7) + 1 + 2 + 3 + 4 + 5, of 40.
  await expect(score(page, "CES")).toContainText("3.88");
  expect(await tableOf(page, "Net promoter score of: How likely are you to recommend us?")).toEqual([
    ["Detractors", "12", "30%"],
    ["Passives", "8", "20%"],
    ["Promoters", "20", "50%"],
  ]);
  expect(await tableOf(page, "How was it?")).toEqual([
    ["Good", "20", "50%"],
    ["Fine", "10", "25%"],
    ["Bad", "10", "25%"],
  ]);
  expect(await tableOf(page, "What did you like?")).toEqual([
    ["Coffee", "40", "100%"],
    ["Cake", "20", "50%"],
    ["People", "0", "0%"],
  ]);
  expect(await tableOf(page, "How were these?")).toEqual([
    ["The speed", "50% · 20", "50% · 20", "0% · 0", "40"],
    ["The room", "80% · 32", "0% · 0", "20% · 8", "40"],
  ]);
  const days = await tableOf(page, "Feedback per day");
  expect(days).toHaveLength(30);
  expect(days.slice(-4).map(([, feedbacks]) => feedbacks)).toEqual(["10", "0", "0", "30"]);
  const stars = await tableOf(page, "Numbers given to: How many stars?");
  expect(stars.map(([value, count]) => `${value}: ${count}`)).toEqual([
    "1: 8",
    "2: 8",
    "3: 8",
    "4: 8",
    "5: 8",
  ]);
});

test("a bar filters every number, the address has it, and its feedback is a link away", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Cem");
  await open(page, pulsen.url);
  const bad = question(page, "How was it?").getByRole("button", { name: /^Bad/ });
  await bad.click();
  await expect(facts(page)).toContainText("10 feedbacks");
  await expect(bad).toHaveAttribute("aria-pressed", "true");
  await expect(question(page, "How many stars?")).toContainText("10 answers");
  await expect(page.getByRole("search", { name: "Filter" })).toContainText("How was it?: Bad");
  expect(currentSearch(page)).toEqual({ question: "q-mood", option: "mood-bad" });
  // Counters know nothing of answers.
  await expect(page.getByText("it cannot be filtered by answers")).toBeVisible();
  await page.reload();
  await expect(facts(page)).toContainText("10 feedbacks");
  const link = page.getByRole("link", { name: "Show these feedbacks" });
  const search = new URL((await link.getAttribute("href")) ?? "", pulsen.url).searchParams;
  expect(Object.fromEntries(search)).toMatchObject({
    flow: FLOW,
    question: "q-mood",
    option: "mood-bad",
    from: expect.any(String),
    to: expect.any(String),
  });
  await bad.click();
  await expect(facts(page)).toContainText("40 feedbacks");
  await page.goBack();
  await expect(facts(page)).toContainText("10 feedbacks");
});

test("rows of a matrix, numbers and groups of a score filter too", async ({ page, pulsen, arrive }) => {
  await arrive("Defne");
  await open(page, pulsen.url);
  await question(page, "recommend us")
    .getByRole("button", { name: /^Detractors/ })
    .click();
  await expect(facts(page)).toContainText("12 feedbacks");
  expect(currentSearch(page)).toEqual({ question: "q-nps", at_least: "0", at_most: "6" });
  const matrix = question(page, "How were these?");
  await matrix.getByRole("button", { name: "Show as table" }).click();
  await matrix.getByRole("button", { name: /^The room: Poor/ }).click();
  await expect(facts(page)).toContainText("8 feedbacks");
  expect(currentSearch(page)).toEqual({ question: "row-room", option: "part-poor" });
});

test("compares with the period before, with its number of answers", async ({ page, pulsen, arrive }) => {
  await arrive("Ege");
  await open(page, pulsen.url);
  await page.getByText("Compare with the period before").click();
  await expect(facts(page)).toContainText("12 in the period before");
  await expect(score(page, "NPS")).toContainText("-80 since the period before (100)");
  await expect(score(page, "NPS")).toContainText("40 answers · 12 before");
  expect(currentSearch(page)).toEqual({ compare: "previous" });
  await expect(question(page, "How was it?")).toContainText("Period before");
});

test("all time has the questions that are no longer asked, apart", async ({ page, pulsen, arrive }) => {
  await arrive("Feza");
  await open(page, pulsen.url, "?period=all");
  await expect(facts(page)).toContainText("52 feedbacks");
  await expect(page.getByRole("heading", { name: "No longer asked" })).toBeVisible();
  await page.getByRole("button", { name: "Show 1 question" }).click();
  await expect(question(page, "How did you find us?")).toContainText("100% · 12");
});

test("words and newest texts", async ({ page, pulsen, arrive }) => {
  await arrive("Gonca");
  await open(page, pulsen.url);
  const why = question(page, "What went wrong?");
  await why.scrollIntoViewIfNeeded();
  await expect(why).toContainText("10 answers · few: chance decides much");
  // Of ten texts, four are the first one, three the second, and three the third.
  await expect(why.getByRole("button", { name: "lamps 7" })).toBeVisible();
  await expect(why.getByRole("button", { name: "music 6" })).toBeVisible();
  const quotes = why.locator("blockquote");
  await expect(quotes).toHaveCount(5);
  await expect(quotes.first()).toHaveText("Warmer lamps, please");
  await expect(why.getByRole("link").first()).toHaveAttribute("href", /\/staff\/feedback\/[\w-]+$/);
  await why.getByRole("button", { name: "music 6" }).click();
  await expect(facts(page)).toContainText("6 feedbacks");
  expect(currentSearch(page)).toEqual({ question: "q-why", contains: "music" });
});

test("a trend has a gap where nobody answered, and the address chooses the channel", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Hale");
  await open(page, pulsen.url, `?node=${KIOSK}`);
  await expect(facts(page)).toContainText("10 feedbacks");
  await page.getByRole("button", { name: "Show trend: How likely are you to recommend us?" }).click();
  const trend = await tableOf(page, "NPS over time: How likely are you to recommend us?");
  expect(trend).toHaveLength(30);
  expect(trend.map(([, value]) => value).filter((value) => value !== "–")).toEqual(["20"]);
  expect(trend.at(-4)?.slice(1)).toEqual(["20", "10"]);
});

test("two questions together, with what counts", async ({ page, pulsen, arrive }) => {
  await arrive("Ilgaz");
  await open(page, pulsen.url);
  await page.getByLabel("Rows", { exact: true }).selectOption({ label: "How was it?" });
  await page.getByLabel("Columns", { exact: true }).selectOption({ label: "What did you like?" });
  const table = page.getByRole("table", { name: "How was it? by What did you like?" });
  const rows = table.locator("tbody tr");
  // Of each four feedbacks the first and the third have cake: one bad, one good.
  await expect(rows).toHaveText([
    /^Good20 100%10 50%0 0%20$/,
    /^Fine10 100%0 0%0 0%10$/,
    /^Bad10 100%10 100%0 0%10$/,
  ]);
  await expect(
    page.getByText("40 feedbacks have answers to both questions; only these count."),
  ).toBeVisible();
  expect(currentSearch(page)).toEqual({ row: "q-mood", column: "q-liked" });
});

test("everything by keyboard alone", async ({ page, pulsen, arrive }) => {
  await arrive("Jale");
  await open(page, pulsen.url);
  const days = page.getByRole("slider", { name: "Feedback per day" });
  await days.focus();
  await page.keyboard.press("End");
  await expect(days).toHaveAttribute("aria-valuetext", /: 30 feedbacks$/);
  await expect(page.locator(".plot__value").first()).toContainText("30 feedbacks");
  await page.keyboard.press("ArrowLeft");
  await expect(days).toHaveAttribute("aria-valuetext", /: 0 feedbacks$/);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(facts(page)).toContainText("30 feedbacks");
  const good = question(page, "How was it?").getByRole("button", { name: /^Good/ });
  await good.focus();
  await page.keyboard.press("Enter");
  await expect(facts(page)).toContainText("16 feedbacks");
  await expect(good).toBeFocused();
  await page.keyboard.press("Space");
  await expect(facts(page)).toContainText("30 feedbacks");
});

test("an address with what no filter has shows the rest", async ({ page, pulsen, arrive }) => {
  await arrive("Ada");
  const wrong = "from=2026-02-30&to=9999-12-31&status=lost&revision=-1&row[]=x&at_least=1&review=x";
  await page.goto(`${pulsen.url}/staff/results/${FLOW}?${wrong}&period=all`);
  await expect(facts(page)).toContainText("52 feedbacks");
  await expect(page.locator(".filter__chip")).toHaveCount(0);
});

test("says what is missing where no feedback matches, and what to do", async ({ page, pulsen, arrive }) => {
  await arrive("Kuzey");
  await page.goto(`${pulsen.url}/staff/results/${FLOW}?from=2020-01-01&to=2020-01-31`);
  await expect(page.getByRole("heading", { name: "No feedback matches" })).toBeVisible();
  await page.getByRole("button", { name: "Show all time" }).click();
  await expect(facts(page)).toContainText("52 feedbacks");
  await page.goto(`${pulsen.url}/staff/results/demo-flow?period=all`);
  await expect(page.getByRole("heading", { name: "Nobody has answered yet" })).toBeVisible();
});

test("a failure is named, what is there stays, and without the right there is no export", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Lara");
  const summaries = `**/v1/staff/flows/${FLOW}/summary?*`;
  await page.route(summaries, (route) =>
    route.fulfill({ status: 500, json: { title: "Something went wrong on the server", status: 500 } }),
  );
  await page.goto(`${pulsen.url}/staff/results/${FLOW}`);
  await expect(page.getByRole("alert")).toContainText("Something went wrong on the server");
  await page.unroute(summaries);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(facts(page)).toContainText("40 feedbacks");
  await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
  const session = await page.evaluate(async () => (await fetch("/v1/staff/session")).json());
  await page.route("**/v1/staff/session", (route) =>
    route.fulfill({ json: { ...session, rights: ["read"] } }),
  );
  await page.reload();
  await expect(facts(page)).toContainText("40 feedbacks");
  await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
});

test("exports exactly what the filter chooses", async ({ page, pulsen, arrive }) => {
  await arrive("Mert");
  await open(page, pulsen.url, "?question=q-mood&option=mood-bad");
  await expect(facts(page)).toContainText("10 feedbacks");
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "NDJSON" }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString().trim().split("\n")).toHaveLength(10);
});

test("is printed without what one presses, on light paper", async ({ page, pulsen, arrive }) => {
  await arrive("Nil");
  await open(page, pulsen.url);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("navigation").first()).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(question(page, "How was it?")).toContainText("50% · 20");
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    "rgb(255, 255, 255)",
  );
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => {
    window.print = () => document.body.classList.add("printed");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body.printed")).toBeVisible();
  // What is loaded only when it is near is on paper too.
  await expect(question(page, "What went wrong?").locator("blockquote")).toHaveCount(5);
});

for (const [locale, names] of [
  ["en-US", { table: "Show as table", trend: "Show trend", title: "Results" }],
  ["ar-EG", { table: "عرض كجدول", trend: "عرض التطور", title: "النتائج" }],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test("is accessible and fits, in each theme and width", async ({ page, pulsen, arrive }) => {
      await arrive(`Look ${locale}`);
      await open(page, pulsen.url, "?compare=previous&row=q-mood&column=q-liked");
      await expect(page.locator(".breadcrumb").getByRole("link", { name: names.title })).toBeVisible();
      await expect(page.locator(".results-cross table")).toBeVisible();
      await page.getByRole("button", { name: names.trend }).first().click();
      await page.getByRole("button", { name: names.table }).last().click();
      await expectAccessibleInThemes(page);
      await expectFits(page, [320, 768, 1280]);
      // Bars begin where lines of text do.
      const isMirrored = await page
        .locator(".chart-svg")
        .first()
        .evaluate((svg) => getComputedStyle(svg).transform.startsWith("matrix(-1"));
      expect(isMirrored).toBe(locale === "ar-EG");
    });
  });
}

test("new feedback is counted quietly as it comes", async ({ page, pulsen, arrive }) => {
  await arrive("Zeynep");
  await giveOne(pulsen);
  await page.goto(`${pulsen.url}/staff/results/${LIVE_FLOW}?period=all`);
  const count = page.locator(".results-facts strong");
  await expect(count).toHaveText(/^\d+ feedbacks?$/);
  const before = Number.parseInt((await count.textContent()) ?? "", 10);
  await giveOne(pulsen);
  await expect(count).toHaveText(`${before + 1} feedbacks`);
});
