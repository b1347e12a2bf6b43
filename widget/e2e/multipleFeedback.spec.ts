import { join } from "node:path";
import { waitForBackgroundScripts } from "./support/backgroundScripts";
import { expect, type Page, test } from "./support/test";

const THANKS = "Your answers are with the people who make your coffee.";
const ALREADY_GIVEN = "You have already given your feedback. Thank you!";
const ONCE_A_WEEK = "/feedback?node_id=once-a-week";

test.beforeAll(({ pulsen }) => pulsen.import(join(import.meta.dirname, "records")));

/** Moves the times that the browser has stored about the node into the past. */
async function age(page: Page, days: { firstDisplay: number; lastFeedback: number }) {
  await page.evaluate((days) => {
    const change = (key: string, field: string, ageInDays: number) => {
      const records = JSON.parse(localStorage.getItem(key) ?? "{}");
      records["once-a-week"][field] -= ageInDays * 24 * 3_600_000;
      localStorage.setItem(key, JSON.stringify(records));
    };
    change("FLOW/link_channels", "firstNow", days.firstDisplay);
    change("FLOW/widget", "lastFeedbackDate", days.lastFeedback);
  }, days);
}

test("a period counts from the submission, so that nobody answers in vain", async ({ page, flowPage }) => {
  await flowPage.open(ONCE_A_WEEK);
  await flowPage.answerUpToSend();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();

  await age(page, { firstDisplay: 8, lastFeedback: 6 });
  await page.reload();
  await expect(page.getByRole("heading", { name: ALREADY_GIVEN })).toBeVisible();

  await age(page, { firstDisplay: 2, lastFeedback: 2 });
  await page.reload();
  await expect(flowPage.question("q-mood")).toBeVisible();
});

test("the thank-you page leads to another feedback, in the language that was chosen @mobile", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await flowPage.open();
  await page.getByRole("button", { name: "Türkçe" }).click();
  const complete = async (score: string) => {
    await page.getByText("Fena değildi", { exact: true }).click();
    await page.getByRole("button", { name: "İleri", exact: true }).click();
    await page.getByRole("radio", { name: score, exact: true }).check();
    await page.getByRole("button", { name: "İleri", exact: true }).click();
    await page.getByRole("button", { name: "Gönder", exact: true }).click();
  };
  await complete("9");
  const again = page.getByRole("button", { name: "Yeni geri bildirim" });
  await expect(again).toBeVisible();
  await flowPage.expectAccessible();

  await again.click();
  await expect(page.getByText("Bugünkü ziyaretiniz nasıldı?")).toBeVisible();
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(page.locator("section.page")).toBeFocused();
  await complete("3");
  await expect(again).toBeVisible();
  const deviceId = await flowPage.deviceId();
  await expect.poll(() => pulsen.feedbacksOf(deviceId)).toHaveLength(2);
});

test("a node that takes one feedback of each visitor has no way to another", async ({ page, flowPage }) => {
  await flowPage.open(ONCE_A_WEEK);
  await flowPage.answerUpToSend();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page.getByRole("button", { name: "New feedback" })).toHaveCount(0);
});

test("a feedback that was completed offline counts", async ({ page, context, flowPage }) => {
  await flowPage.open(ONCE_A_WEEK);
  await flowPage.answerUpToSend();
  await waitForBackgroundScripts(page);
  await context.setOffline(true);
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();

  // Before it has been sent: the record is the browser's own.
  await page.route("**/v1/feedbacks", (route) => route.abort("connectionrefused"));
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole("heading", { name: ALREADY_GIVEN })).toBeVisible();
});
