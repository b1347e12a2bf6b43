import { readFileSync } from "node:fs";
import { beginChat, giveFeedback, importChannel } from "./support/feedback";
import { expectAccessibleInThemes, expectFits } from "./support/look";
import { expect, type Page, signUp, test } from "./support/test";

const rows = (page: Page) => page.getByRole("list", { name: "List of feedback" }).getByRole("listitem");

test("the filter is in the address and as chips, and removed by pointer and key", async ({
  page,
  pulsen,
  arrive,
}) => {
  const node = importChannel(pulsen, "f-filter");
  await giveFeedback(pulsen, node, { why: "Cold in the corner" });
  await giveFeedback(pulsen, node, { why: "Too loud", score: 3 });
  // By answers it is found as soon as they are indexed.
  await expect.poll(() => pulsen.query("SELECT feedback_seq FROM indexed_feedbacks")).toHaveLength(2);
  await arrive("Filter");
  await page.goto(`${pulsen.url}/staff/feedback?node=${node}&review=nonsense`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText("2 feedbacks")).toBeVisible();
  const filter = page.getByRole("search", { name: "Filter" });
  await expect(filter.getByRole("button", { name: "Channel Shop f-filter", exact: true })).toBeVisible();

  await filter.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Done", exact: true }).click();
  await expect(page).toHaveURL(/review=done/);
  await expect(page.getByRole("heading", { name: "No feedback matches" })).toBeVisible();
  await filter.getByRole("button", { name: "Review Done", exact: true }).press("Delete");
  await expect(rows(page)).toHaveCount(2);
  await expect(page).not.toHaveURL(/review/);
  await expect(filter.getByRole("button", { name: "Add filter" })).toBeFocused();

  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Answer", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "After your visit" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "How likely are you to recommend us to a friend?" })
    .click();
  await page.getByLabel("At most").fill("6");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/question=q-recommend&at_most=6/);
  await expect(filter.getByText("How likely are you to recommend us to a friend?: 6 or less")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Too loud");
  await filter.getByRole("button", { name: /^Remove filter Answer/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(filter.getByRole("button", { name: "Add filter" })).toBeFocused();

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("corner");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/text=corner/);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("searchbox").press("Escape");
  await expect(page).not.toHaveURL(/text/);
  await expect(rows(page)).toHaveCount(2);
});

test("a feedback is read, reviewed, tagged and noted, and all that stays", async ({
  page,
  pulsen,
  arrive,
}) => {
  const node = importChannel(pulsen, "f-detail");
  const html = `<img src=x onerror="document.title='owned'"><b>bold</b>`;
  await giveFeedback(pulsen, node, { why: html });
  await arrive("Detail");
  await page.goto(`${pulsen.url}/staff/feedback?node=${node}`);
  await expect(rows(page)).toContainText(html);
  await rows(page).getByRole("link").click();
  const panel = page.getByRole("region", { name: /^Feedback of/ });
  await expect(panel.getByText(html)).toBeVisible();
  await expect(page.locator("img[src=x]")).toHaveCount(0);
  await expect(panel.getByText("9 of 10")).toBeVisible();
  await expect(panel.getByText("1 min 5 s")).toBeVisible();
  await expect(panel.getByText("masked")).toBeVisible();
  await expect(panel.getByText("ayse@shop.example")).toHaveCount(0);
  await panel.getByText(/questions? without an answer/).click();
  await expect(panel.getByText("What did you enjoy most?")).toBeVisible();

  await panel.getByLabel("Review state").selectOption("In progress");
  await panel.getByPlaceholder("Add a tag").fill("Too  COLD");
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  await expect(panel.getByRole("button", { name: "Remove tag too cold" })).toBeVisible();
  await panel.getByLabel("Write a note").fill("Called <i>her</i>");
  await panel.getByRole("button", { name: "Save note" }).click();
  const note = panel.getByRole("listitem").filter({ hasText: "Called <i>her</i>" });
  await expect(note).toBeVisible();
  await expect(panel.getByLabel("Write a note")).toHaveValue("");
  await expect(rows(page)).toContainText("In progress");
  await expect(rows(page)).toContainText("too cold");

  await page.reload();
  await expect(panel.getByLabel("Review state")).toHaveValue("in_progress");
  await expect(note).toBeVisible();
  await panel.getByRole("button", { name: "Remove tag too cold" }).click();
  await expect(panel.getByText("No tags yet.")).toBeVisible();
  await expect(panel.getByRole("link", { name: "Open the chat" })).toHaveCount(0);
});

test("a feedback that has a chat leads to it", async ({ page, pulsen, arrive }) => {
  const id = await beginChat(pulsen);
  await arrive("Chat");
  await page.goto(`${pulsen.url}/staff/feedback/${id}`);
  await expect(page.getByRole("link", { name: "Open the chat" })).toHaveAttribute(
    "href",
    `/staff/inbox/${id}`,
  );
});

test("new feedback is announced, and shown when the reader wants it", async ({ page, pulsen, arrive }) => {
  const node = importChannel(pulsen, "f-live");
  const other = importChannel(pulsen, "f-live-other");
  await giveFeedback(pulsen, node, { why: "First" });
  await arrive("Live");
  await page.goto(`${pulsen.url}/staff/feedback?node=${node}`);
  await expect(rows(page)).toHaveCount(1);
  await giveFeedback(pulsen, other, { why: "Elsewhere" });
  await giveFeedback(pulsen, node, { why: "Second" });
  await giveFeedback(pulsen, node, { why: "Third" });
  const button = page.getByRole("button", { name: "2 new ones" });
  await expect(button).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await button.click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText("Third");
  await expect(button).toHaveCount(0);
});

test("everything works by keys alone", async ({ page, pulsen, arrive }) => {
  const node = importChannel(pulsen, "f-keys");
  for (const why of ["One", "Two", "Three"]) await giveFeedback(pulsen, node, { why });
  await arrive("Keys");
  await page.goto(`${pulsen.url}/staff/feedback?node=${node}`);
  await expect(rows(page)).toHaveCount(3);
  const answer = (why: string) =>
    page.getByRole("region", { name: /^Feedback of/ }).getByText(why, { exact: true });
  await page.keyboard.press("j");
  await expect(answer("Three")).toBeVisible();
  await page.keyboard.press("j");
  await expect(answer("Two")).toBeVisible();
  await page.keyboard.press("k");
  await expect(answer("Three")).toBeVisible();
  await expect(rows(page).first().getByRole("link")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${pulsen.url}/staff/feedback?node=${node}`);
  await expect(page.getByRole("region", { name: /^Feedback of/ })).toHaveCount(0);
  await expect(rows(page).first().getByRole("link")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(answer("Two")).toBeVisible();
});

test("an export has exactly what the filter chooses, and a kept one is made, fetched and removed", async ({
  page,
  pulsen,
  arrive,
}) => {
  const node = importChannel(pulsen, "f-export");
  const wanted = await giveFeedback(pulsen, node, { why: "Wanted" });
  await giveFeedback(pulsen, importChannel(pulsen, "f-export-other"), { why: "Unwanted" });
  await arrive("Export");
  await page.goto(`${pulsen.url}/staff/feedback?node=${node}`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog.getByRole("button", { name: "Download now" })).toBeDisabled();
  await dialog.getByLabel("Format").selectOption("JSON, one feedback a line");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download now" }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([wanted]);

  await dialog.getByLabel("Format").selectOption("CSV");
  await dialog.getByLabel("Flow").selectOption("After your visit");
  await dialog.getByRole("button", { name: "Prepare for later" }).click();
  await page.getByRole("button", { name: "Show exports" }).click();
  await expect(page).toHaveURL(`${pulsen.url}/staff/feedback/exports`);
  const row = page.getByRole("row").filter({ hasText: "Shop f-export" });
  await expect(row).toContainText("Ready");
  await expect(row).toContainText("1 feedback");
  const [kept] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("link", { name: /^Download/ }).click(),
  ]);
  const table = readFileSync(await kept.path(), "utf8");
  expect(table).toContain(wanted);
  expect(table).not.toContain("Unwanted");
  await row.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("heading", { name: "No exports are being kept" })).toBeVisible();
});

test("a viewer reads, and is told what others can do", async ({ page, pulsen }) => {
  const node = importChannel(pulsen, "f-viewer");
  await giveFeedback(pulsen, node, { why: "Seen" });
  await signUp(page, pulsen, "Viewer", "viewer");
  await page.goto(`${pulsen.url}/staff/feedback?node=${node}`);
  await rows(page).getByRole("link").click();
  const panel = page.getByRole("region", { name: /^Feedback of/ });
  await expect(panel.getByText("Seen", { exact: true })).toBeVisible();
  await expect(panel.getByText(/^You may read this/)).toBeVisible();
  await expect(panel.getByLabel("Review state")).toHaveCount(0);
  await expect(panel.getByLabel("Write a note")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
  await page.goto(`${pulsen.url}/staff/feedback/exports`);
  await expect(page.getByRole("heading", { name: "You may not see this" })).toBeVisible();
  await page.goto(`${pulsen.url}/staff/feedback/01aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`);
  await expect(page.getByText("This feedback does not exist")).toBeVisible();
});

test("without any feedback the list leads to the channels", async ({ page, pulsen, arrive }) => {
  await arrive("Nothing");
  await page.goto(`${pulsen.url}/staff/feedback`);
  await expect(page.getByRole("link", { name: "Go to your channels" })).toHaveAttribute(
    "href",
    "/staff/channels",
  );
});

test("a list that fails to load says so, and what is there stays", async ({ page, pulsen, arrive }) => {
  const node = importChannel(pulsen, "f-fails");
  await giveFeedback(pulsen, node, { why: "There" });
  await arrive("Fails");
  await page.route("**/v1/staff/feedbacks?*", (route) => route.abort());
  await page.goto(`${pulsen.url}/staff/feedback?node=${node}`);
  await expect(page.getByRole("heading", { name: "The server cannot be reached" })).toBeVisible();
  await page.unroute("**/v1/staff/feedbacks?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(rows(page)).toContainText("There");
});

for (const [locale, words] of [
  ["en", { exports: "Prepared exports", add: "Add filter" }],
  ["ar", { exports: "التصديرات المجهّزة", add: "إضافة تصفية" }],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test("pages are accessible and fit, in each theme and width", async ({ page, pulsen, arrive }) => {
      const node = importChannel(pulsen, `f-look-${locale}`);
      await giveFeedback(pulsen, node, { why: `Averylongword${"x".repeat(200)} and more` });
      await arrive(`Look ${locale}`);
      await page.goto(`${pulsen.url}/staff/feedback?node=${node}&review=new&from=2026-01-01`);
      await expect(page.locator(".feedback__row")).toHaveCount(1);
      await look(page);
      await page.locator(".feedback__row").click();
      await expect(page.locator(".feedback__path")).toBeVisible();
      await look(page);
      await page.setViewportSize({ width: 320, height: 700 });
      await expect(page.locator(".feedback__row")).toBeHidden();
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole("button", { name: words.add }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await look(page);
      await page.goto(`${pulsen.url}/staff/feedback/exports`);
      await expect(page.getByRole("heading", { name: words.exports })).toBeVisible();
      await look(page);
    });
  });
}

async function look(page: Page) {
  await expectAccessibleInThemes(page);
  await expectFits(page, [320, 768, 1280], ".feedback__main, .feedback__panel");
}
