import { expectAccessible } from "pulsen-loader/e2e";
import { claimOffline, reconnect } from "./support/network";
import { expect, test } from "./support/test";

const DAY_MS = 24 * 60 * 60_000;
const SAVED = "Your answers are safe on this device. We send them as soon as you are online.";

/** Noon, so that no time zone of the browser makes another day of it. */
const ANSWERED_AT = new Date("2026-03-01T12:00:00Z").getTime();

test("in its last days the page says until when a feedback can be sent @mobile", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await page.clock.install({ time: ANSWERED_AT });
  await claimOffline(page);
  await flowPage.open();
  await flowPage.answerUpToSend();
  await flowPage.send().click();
  await expect(page.getByText(SAVED)).toBeVisible();
  const warning = page.getByRole("status").getByText(/^Please connect to the internet soon/);
  await expect(warning).toHaveCount(0);

  // 30 days, of which the last three count (docs/offline.md#expiry).
  await page.clock.setSystemTime(ANSWERED_AT + 26 * DAY_MS);
  await flowPage.open();
  await expect(page.getByText("1 waiting to be sent")).toBeVisible();
  await expect(warning).toHaveCount(0);

  await page.clock.setSystemTime(ANSWERED_AT + 28 * DAY_MS);
  await flowPage.open();
  await expect(warning).toHaveText(
    "Please connect to the internet soon to send your feedback. Last day: March 31, 2026",
  );
  await expectAccessible(page);
  await flowPage.open("/feedback?node_id=demo-node&lang=tr");
  await expect(page.getByText("31 Mart 2026")).toBeVisible();

  await flowPage.open();
  await expect(warning).toBeVisible();
  await reconnect(page);
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible();
  await expect(warning).toHaveCount(0);
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(1);
});

test("what could not be sent in time is set aside, and can be saved", async ({ page, flowPage }) => {
  await page.clock.install({ time: ANSWERED_AT });
  await claimOffline(page);
  await flowPage.open();
  await flowPage.answerUpToSend();
  await flowPage.send().click();
  await expect(page.getByText(SAVED)).toBeVisible();
  await page.clock.setSystemTime(ANSWERED_AT + 31 * DAY_MS);
  await flowPage.open();
  await expect(page.getByText("1 could not be sent")).toBeVisible();
  await expect(page.getByText("1 waiting to be sent")).toHaveCount(0);
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download", exact: true }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk as Buffer);
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject([{ reason: "expired" }]);
});
