import type { Page, Route } from "@playwright/test";
import { type ChatAccess, chatLink, messageLines, StaffApi, submitFeedback } from "./support/chatApi";
import { waitForLiveUpdates, withLiveUpdatesOnly } from "./support/chatTraffic";
import { ChatView } from "./support/chatView";
import { stopClock } from "./support/clock";
import { ANSWERS } from "./support/hostedWidget";
import { PulsenServer } from "./support/pulsenServer";
import { expect, RECORDS, test, waitForAnimations } from "./support/test";

const WRONG_URL = "Looks like the URL is typed wrong or the link that was clicked on is broken";

test("a link opens the chat and its token is removed from the address @phone", async ({
  page,
  pulsen,
  staff,
}) => {
  const access = await submitFeedback(pulsen);
  await staff.sendMessage(access.feedbackId, "Hello");
  const chat = new ChatView(page);
  await page.goto(chatLink(pulsen, access));
  await chat.expectAnswers(...ANSWERS);
  await chat.expectMessages("Hello");
  await expect(page).toHaveTitle("Fener Coffee");

  const urlWithoutToken = `${pulsen.url}/chat?feedback_id=${access.feedbackId}`;
  expect(page.url()).toBe(urlWithoutToken);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, history.state, document.cookie]),
  );
  expect(stored).not.toContain(access.token);

  await page.reload();
  await chat.expectMessages("Hello");
  expect(page.url()).toBe(urlWithoutToken);

  // Another tab has no access, and the link works a second time.
  const other = await page.context().newPage();
  await other.goto(urlWithoutToken);
  await expect(other.getByRole("alert")).toHaveText(WRONG_URL);
  await other.goto(chatLink(pulsen, access));
  await new ChatView(other).expectMessages("Hello");
});

test("a link without an id or a token shows an error", async ({ page, pulsen, consoleErrors }) => {
  const { feedbackId, token } = await submitFeedback(pulsen);
  for (const query of [
    "",
    `?feedback_id=${feedbackId}`,
    `?token=${token}`,
    `?feedback_id=${feedbackId}&token=`,
  ]) {
    await page.goto(`${pulsen.url}/chat${query}`);
    await expect(page.getByRole("alert"), query).toHaveText(WRONG_URL);
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("The address names no chat")]);
  }
});

test("the token of another chat gives no access", async ({ page, pulsen, consoleErrors }) => {
  const [mine, others] = [await submitFeedback(pulsen, "Mine"), await submitFeedback(pulsen, "Not mine")];
  await page.goto(chatLink(pulsen, { feedbackId: others.feedbackId, token: mine.token }));
  await expect(page.getByRole("alert")).toHaveText("The chat could not be loaded.");
  await expect(page.getByText("Not mine")).toHaveCount(0);
  // Another refusal may be reported late; closing the page ends that.
  await page.close();
  for (const error of consoleErrors.splice(0)) expect(error).toContain("401 (Unauthorized)");
});

test("messages of both sides arrive as live updates", async ({ page, pulsen, staff }) => {
  const access = await submitFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  await withLiveUpdatesOnly(page, async () => {
    await staff.sendMessage(access.feedbackId, "Which lamps?");
    await chat.expectMessages("Which lamps?");
    await chat.send("Those at the window");
    await expect(chat.message("Those at the window")).toContainText("Sent");
    await staff.sendMessage(access.feedbackId, "We change them");
    await chat.expectMessages("Which lamps?", "Those at the window", "We change them");
  });
  expect(await staffMessages(staff, access)).toEqual([
    "staff: Which lamps?",
    "customer: Those at the window",
    "staff: We change them",
  ]);
});

test("Enter sends the message, Shift+Enter adds a line", async ({ page, pulsen, staff }) => {
  const access = await submitFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  const { box } = chat;
  await box.focus();
  // An empty message is not sent.
  await page.keyboard.press("Enter");
  await page.keyboard.type("First line");
  await expect(box).toHaveValue("First line");
  const height = (await box.boundingBox())?.height ?? 0;
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("second line");
  await expect(box).toHaveValue("First line\nsecond line");
  await expect.poll(async () => (await box.boundingBox())?.height).toBeGreaterThan(height);
  await chat.expectMessages();
  await page.keyboard.press("Enter");
  await expect(chat.message("First line")).toContainText("Sent");
  await expect(box).toHaveValue("");
  await expect(box).toBeFocused();
  expect(await staffMessages(staff, access)).toEqual(["customer: First line\nsecond line"]);
});

test("a message that could not be sent is marked and can be sent again", async ({
  page,
  pulsen,
  staff,
  consoleErrors,
}) => {
  await stopClock(page);
  const access = await submitFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  const attempts: (string | null)[] = [];
  const fail = async (route: Route) => {
    attempts.push(await route.request().headerValue("Idempotency-Key"));
    await route.abort("connectionrefused");
  };
  await page.route("**/chat_messages?*", fail);
  await chat.send("Is anybody there?");
  await expect(chat.message("Is anybody there?")).toContainText("Sending");
  // It is tried again and again, after pauses that grow.
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(chat.note("Is anybody there?")).toContainText("Not sent yet", { timeout: 250 });
  }).toPass();
  expect(attempts.length).toBeGreaterThan(2);
  expect(await staffMessages(staff, access)).toEqual([]);

  await page.unroute("**/chat_messages?*", fail);
  const sent = page.waitForRequest("**/chat_messages?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(chat.message("Is anybody there?")).toContainText("Sent");
  await chat.expectMessages("Is anybody there?");
  expect(new Set([...attempts, await (await sent).headerValue("Idempotency-Key")]).size).toBe(1);
  expect(await staffMessages(staff, access)).toEqual(["customer: Is anybody there?"]);
  for (const error of consoleErrors.splice(0)) expect(error).toContain("ERR_CONNECTION_REFUSED");
});

test("a lost response does not duplicate the message", async ({ page, pulsen, staff, consoleErrors }) => {
  const access = await submitFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  await page.route(
    "**/chat_messages?*",
    async (route) => {
      // The server stores the message, but the page gets no response.
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await chat.send("Once is enough");
  await expect(chat.message("Once is enough")).toContainText("Sent");
  await chat.expectMessages("Once is enough");
  expect(await staffMessages(staff, access)).toEqual(["customer: Once is enough"]);
  expect(consoleErrors.splice(0)).toEqual(["Failed to load resource: net::ERR_CONNECTION_RESET"]);
});

test("after a server crash the page shows every message once", async ({ page, consoleErrors }) => {
  const server = await PulsenServer.start({ hostname: "localhost" });
  try {
    server.import(RECORDS);
    const staff = new StaffApi(server, server.staffToken("Ayşe"));
    const access = await submitFeedback(server);
    await page.clock.install();
    const chat = await openChat(page, server, access);
    await staff.sendMessage(access.feedbackId, "Before");
    await chat.expectMessages("Before");
    // The part of the page that comes last.
    await expect(chat.imageInput).toBeEnabled();

    await server.kill();
    await expect(page.getByText("Connection lost. Reconnecting…")).toBeVisible();
    // The clock is stopped, because the page gives up sending a message after some seconds.
    await page.clock.pauseAt(Date.now() + 60_000);
    await chat.send("Meanwhile");
    await expect(chat.message("Meanwhile")).toContainText("Sending");
    await server.restart();
    await staff.sendMessage(access.feedbackId, "After");
    // Longer than any delay between two attempts to send or to connect.
    await page.clock.runFor(10_000);
    await page.clock.resume();
    await expect(chat.message("Meanwhile")).toContainText("Sent");
    const lines = await staffMessages(staff, access);
    expect(lines[0]).toBe("staff: Before");
    expect(new Set(lines.slice(1))).toEqual(new Set(["customer: Meanwhile", "staff: After"]));
    expect(lines).toHaveLength(3);
    await chat.expectMessages(...lines.map((line) => line.replace(/^\w+: /, "")));
    await expect(page.getByText("Connection lost. Reconnecting…")).toHaveCount(0);
    // Failed connection attempts may be reported late; closing the page ends that.
    await page.close();
    for (const error of consoleErrors.splice(0)) expect(error).toMatch(/ERR_CONNECTION_|WebSocket/);
  } finally {
    await server.stop();
  }
});

test("ending a chat needs a confirmation", async ({ page, pulsen, staff }) => {
  const access = await submitFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  const dialog = page.getByRole("dialog", { name: "Do you want to end this chat?" });

  await chat.endButton.click();
  await dialog.getByRole("button", { name: "Keep chatting" }).click();
  await expect(dialog).toBeHidden();
  await chat.endButton.click();
  await expect(dialog).toBeVisible();
  await waitForAnimations(page);
  await page.mouse.click(5, 5);
  await expect(dialog, "a click on the overlay").toBeHidden();
  expect((await staff.chat(access.feedbackId)).status).toBe("open");

  await chat.endButton.click();
  await dialog.getByRole("button", { name: "End chat" }).click();
  await expect(page.getByText("You ended this chat.")).toBeVisible();
  await expect(chat.box).toHaveCount(0);
  await expect(chat.endButton).toHaveCount(0);
  expect((await staff.chat(access.feedbackId)).status).toBe("archived");
  await page.reload();
  await expect(page.getByText("You ended this chat.")).toBeVisible();
});

test("the page shows at once that the staff closed and reopened the chat", async ({
  page,
  pulsen,
  staff,
}) => {
  const access = await submitFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  await withLiveUpdatesOnly(page, async () => {
    await staff.close(access.feedbackId);
    await expect(page.getByText("This chat has been closed.")).toBeVisible();
    await expect(chat.box).toHaveCount(0);
    await staff.reopen(access.feedbackId);
    await expect(chat.box).toBeEnabled();
  });
});

async function openChat(page: Page, pulsen: PulsenServer, access: ChatAccess): Promise<ChatView> {
  const live = waitForLiveUpdates(page);
  await page.goto(chatLink(pulsen, access));
  await live;
  const chat = new ChatView(page);
  await expect(chat.box).toBeVisible();
  return chat;
}

async function staffMessages(staff: StaffApi, { feedbackId }: ChatAccess): Promise<string[]> {
  return messageLines((await staff.chat(feedbackId)).timeline_items);
}
