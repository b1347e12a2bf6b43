import { waitForBackgroundScripts } from "./support/backgroundScripts";
import { expect, FlowPage, test } from "./support/test";

const THANKS = "Your answers are with the people who make your coffee.";

test("a feedback without a network is kept, and sent when the network is back", async ({
  page,
  context,
  flowPage,
  pulsen,
}) => {
  await flowPage.open();
  await flowPage.answerUpToSend();
  await waitForBackgroundScripts(page);
  await context.setOffline(true);
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(
    page.getByText("Your answers are safe on this device. We send them as soon as you are online."),
  ).toBeVisible();
  const deviceId = await flowPage.deviceId();
  expect(pulsen.feedbacksOf(deviceId)).toEqual([]);

  const sent = page.waitForResponse("**/v1/feedbacks");
  await context.setOffline(false);
  expect((await sent).status()).toBe(200);
  expect(pulsen.feedbacksOf(deviceId)).toMatchObject([{ status: "complete", created_offline: 1 }]);
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible();
});

test("a kept feedback is sent once, at the next visit", async ({ page, context, flowPage, pulsen }) => {
  await flowPage.open();
  await flowPage.answerUpToSend();
  await waitForBackgroundScripts(page);
  await context.setOffline(true);
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  const deviceId = await flowPage.deviceId();
  await page.close();
  await context.setOffline(false);

  const next = await context.newPage();
  const sent = next.waitForResponse("**/v1/feedbacks");
  const later = new FlowPage(next, pulsen);
  await later.open();
  await sent;
  await later.answerUpToSend();
  await later.send().click();
  await expect(next.getByText(THANKS)).toBeVisible();
  expect(pulsen.feedbacksOf(deviceId).map((row) => row.created_offline)).toEqual([1, 0]);
});

test("a chat that the flow led to offline opens when the network is back", async ({
  page,
  context,
  pulsen,
}) => {
  await page.goto(`${pulsen.url}/feedback?node_id=demo-widget`);
  await page.getByText("Not yet", { exact: true }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Yes, let's chat").click();
  await waitForBackgroundScripts(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("One moment, we are opening your chat.")).toBeVisible();

  await context.setOffline(false);
  await page.waitForURL(/\/chat\?feedback_id=/);
  await expect(page.getByRole("log")).toBeVisible();
});
