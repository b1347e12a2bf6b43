import { chatLink, submitFeedback } from "./support/chatApi";
import { waitForLiveUpdates } from "./support/chatTraffic";
import { ChatView } from "./support/chatView";
import { expect, test } from "./support/test";

test("a chat that is erased while it is open says so, and leaves nothing in the browser", async ({
  page,
  pulsen,
  staff,
  consoleErrors,
}) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", "e2e-chat");
  const live = waitForLiveUpdates(page);
  await page.goto(chatLink(pulsen, access));
  await live;
  const chat = new ChatView(page);
  await chat.send("Good morning");
  await expect(chat.message("Good morning")).toContainText("Sent");
  await chat.box.fill("And one more thing");

  await staff.erase(access.feedbackId);
  await expect(page.getByRole("alert")).toHaveText("This chat has been deleted.");
  await expect(chat.message("Good morning")).toHaveCount(0);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const rest of [access.feedbackId, access.token, "And one more thing"])
    expect(kept).not.toContain(rest);

  await test.step("nothing opens it any more", async () => {
    await page.reload();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByText("Good morning")).toHaveCount(0);
    await page.goto(chatLink(pulsen, access));
    await expect(page.getByRole("alert")).toHaveText("This chat has been deleted.");
  });
  for (const error of consoleErrors.splice(0)) expect(error).toMatch(/410|has no token for it/);
});
