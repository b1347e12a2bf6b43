import type { Locator, Page } from "@playwright/test";
import { type ChatAccess, chatLink, messageLines, submitFeedback } from "./support/chatApi";
import { waitForLiveUpdates } from "./support/chatTraffic";
import { ChatView } from "./support/chatView";
import { png } from "./support/files";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, test } from "./support/test";

const POSTS = "**/chat_messages?*";

test("three tabs show the same chat: what waits, what has arrived, what was deleted, and the end", async ({
  page,
  context,
  pulsen,
  staff,
  consoleErrors,
}) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", "e2e-chat");
  const pages = [page, await context.newPage(), await context.newPage()];
  const chats: ChatView[] = [];
  for (const tab of pages) chats.push(await openChat(tab, pulsen, access));
  const [first, second, third] = chats as [ChatView, ChatView, ChatView];

  await test.step("a message arrives in all of them", async () => {
    await first.send("From the first");
    await third.send("From the third");
    for (const chat of chats) {
      for (const body of ["From the first", "From the third"])
        await expect(chat.message(body)).toContainText("Sent");
    }
  });

  await test.step("one that cannot be sent is shown with its image in all of them", async () => {
    await context.route(POSTS, (route) => route.fulfill({ status: 422, json: { code: "too_many_pixels" } }));
    await second.addImage(png("lamp.png"));
    await second.send("With an image");
    for (const chat of chats) {
      await expect(chat.note("With an image")).toContainText("The image resolution is too high.");
      await expect(chat.image("lamp.png")).toBeVisible();
    }
    await third.note("With an image").getByRole("button", { name: "Delete" }).click();
    for (const chat of chats) await expect(chat.message("With an image")).toHaveCount(0);
    await context.unroute(POSTS);
  });

  await test.step("the last of them sends what the others have written", async () => {
    await context.route(POSTS, (route) => route.abort("connectionrefused"));
    await first.send("One");
    await expect(unsent(third, "One")).toBeVisible();
    await second.send("Two");
    await expect(unsent(third, "Two")).toBeVisible();
    await pages[0]?.close();
    await pages[1]?.close();
    await context.unroute(POSTS);
    await pages[2]?.evaluate(() => window.dispatchEvent(new Event("online")));
    for (const body of ["One", "Two"]) await expect(third.message(body)).toContainText("Sent");
    const stored = messageLines((await staff.chat(access.feedbackId)).timeline_items);
    expect(stored.slice(-2)).toEqual(["customer: One", "customer: Two"]);
    expect(stored).toHaveLength(4);
  });

  await test.step("the end is seen in all of them", async () => {
    const other = await context.newPage();
    const chat = await openChat(other, pulsen, access);
    await chat.endButton.click();
    await chat.endDialogButton("End chat").click();
    for (const { box, rating } of [chat, third]) {
      await expect(box).toHaveCount(0);
      await expect(rating).toBeVisible();
    }
  });
  for (const error of consoleErrors.splice(0)) expect(error).toMatch(/422|ERR_CONNECTION_REFUSED/);
});

/** Returns a message that waits, however often it was tried meanwhile. */
function unsent(chat: ChatView, body: string): Locator {
  const sending = chat.message(body).filter({ hasText: "Sending" });
  return sending.or(chat.note(body).filter({ hasText: "Not sent yet" }));
}

async function openChat(page: Page, pulsen: PulsenServer, access: ChatAccess): Promise<ChatView> {
  const live = waitForLiveUpdates(page);
  await page.goto(chatLink(pulsen, access));
  await live;
  return new ChatView(page);
}
