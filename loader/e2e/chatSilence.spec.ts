import type { Page } from "@playwright/test";
import { messageLines, StaffApi, submitFeedback } from "./support/chatApi";
import { ChatView } from "./support/chatView";
import { SilentNetwork } from "./support/silentNetwork";
import { test as base, expect, RECORDS } from "./support/test";

const test = base.extend<{ network: SilentNetwork }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  network: async ({}, use) => {
    const network = await SilentNetwork.start(RECORDS);
    await use(network);
    await network.stop();
  },
});

const LOST = "Connection lost. Reconnecting…";

/** A page that the network forgets: its connections stay open, and nothing arrives. */
async function openChat(page: Page, network: SilentNetwork) {
  const staff = new StaffApi(network.server, network.server.staffToken("Ayşe"));
  const access = await submitFeedback(network.server);
  await page.clock.install();
  const chat = new ChatView(page);
  await page.goto(`${network.url}/chat?feedback_id=${access.feedbackId}&token=${access.token}`);
  await expect(chat.box).toBeEnabled();
  await staff.sendMessage(access.feedbackId, "Before");
  await chat.expectMessages("Before");
  const stored = async () => messageLines((await staff.chat(access.feedbackId)).timeline_items);
  return { staff, chat, stored, feedbackId: access.feedbackId };
}

test("a network that swallows packets is noticed, and afterwards nothing is missing or double", async ({
  page,
  network,
  consoleErrors,
}) => {
  const { staff, chat, stored, feedbackId } = await openChat(page, network);
  network.swallow();
  await staff.sendMessage(feedbackId, "Meanwhile");
  await chat.send("From the page");
  await expect(chat.message("From the page")).toContainText("Sending");
  // The server's next sign of life is due every 25 s, and may take 20 s (docs/api.md#socket).
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(page.getByText(LOST)).toBeVisible({ timeout: 250 });
  }).toPass();
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(chat.note("From the page")).toContainText("Not sent yet", { timeout: 250 });
  }).toPass();
  await chat.expectMessages("Before", "From the page");
  expect(await stored()).toEqual(["staff: Before", "staff: Meanwhile"]);

  network.restore();
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(chat.message("From the page")).toContainText("Sent", { timeout: 250 });
    await expect(page.getByText(LOST)).toHaveCount(0, { timeout: 250 });
  }).toPass({ timeout: 120_000 });
  await chat.expectMessages("Before", "Meanwhile", "From the page");
  expect(await stored()).toEqual(["staff: Before", "staff: Meanwhile", "customer: From the page"]);

  // And what comes from now on comes, too. The clock of the page has run ahead of the server's, so that the page may take its
  // new connection for a dead one once more.
  await staff.sendMessage(feedbackId, "Afterwards");
  await expect(async () => {
    await page.clock.runFor(5_000);
    const messages = ["Before", "Meanwhile", "From the page", "Afterwards"];
    await expect(chat.messages()).toHaveText(messages, { timeout: 250 });
  }).toPass({ timeout: 120_000 });
  await page.close();
  for (const error of consoleErrors.splice(0)) expect(error).toMatch(/ERR_|WebSocket|socket\.io/);
});
