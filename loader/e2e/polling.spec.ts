import { StaffApi, submitFeedback } from "./support/chatApi";
import { ChatView } from "./support/chatView";
import { stopClock } from "./support/clock";
import { FailingProxy } from "./support/failingProxy";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, RECORDS, test } from "./support/test";

let proxy: FailingProxy;
test.beforeEach(async () => {
  proxy = await FailingProxy.start(RECORDS);
  proxy.refusesSockets = true;
});
test.afterEach(() => proxy.stop());

test("replies arrive through a proxy that has no /socket.io", async ({ page, consoleErrors }) => {
  const pulsen = proxy.upstream as PulsenServer;
  const staff = new StaffApi(pulsen, pulsen.staffToken("Ayşe"));
  const access = await submitFeedback(pulsen);
  await staff.sendMessage(access.feedbackId, "Hello");
  let attempts = 0;
  page.on("response", (response) => {
    if (response.url().includes("/socket.io/") && response.status() === 404) attempts += 1;
  });

  await stopClock(page);
  const chat = new ChatView(page);
  await page.goto(`${proxy.url}/chat?feedback_id=${access.feedbackId}&token=${access.token}`);
  await chat.expectMessages("Hello");

  // The client tries again every few seconds, more often than the chat is fetched.
  await expect(async () => {
    await page.clock.runFor(1_000);
    expect(attempts).toBeGreaterThan(3);
  }).toPass();
  await expect(page.getByText(/Reconnecting/)).toBeVisible();
  await staff.sendMessage(access.feedbackId, "Still there?");
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(chat.messages()).toHaveText(["Hello", "Still there?"], { timeout: 250 });
  }).toPass();
  await page.close();
  for (const error of consoleErrors.splice(0)) expect(error).toMatch(/socket\.io|404|WebSocket/);
});
