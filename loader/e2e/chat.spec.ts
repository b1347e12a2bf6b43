import type { Page, Route } from "@playwright/test";
import { stopClock } from "../../widget/e2e/support/clock";
import { Pulsen } from "../../widget/e2e/support/pulsen";
import { type Access, giveFeedback, StaffApi, saidIn } from "./support/chatApi";
import { chatFollowed, whileOnlyTold } from "./support/chatTraffic";
import { ChatView } from "./support/chatView";
import { ANSWERS } from "./support/hostedWidget";
import { expect, RECORDS, settled, test } from "./support/test";

const WRONG_URL = "Looks like the URL is typed wrong or the link that was clicked on is broken";

test("a mailed link opens the chat, and its token leaves the address @phone", async ({
  page,
  pulsen,
  staff,
}) => {
  const access = await giveFeedback(pulsen);
  await staff.say(access.feedbackId, "Hello");
  const chat = new ChatView(page);
  await page.goto(linkTo(pulsen, access));
  await chat.expectAnswers(...ANSWERS);
  await chat.expectMessages("Hello");
  await expect(page).toHaveTitle("Fener Coffee");

  const bare = `${pulsen.url}/chat?feedback_id=${access.feedbackId}`;
  expect(page.url()).toBe(bare);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, history.state, document.cookie]),
  );
  expect(kept).not.toContain(access.token);

  await page.reload();
  await chat.expectMessages("Hello");
  expect(page.url()).toBe(bare);

  // Another tab knows nothing; the link is good a second time.
  const other = await page.context().newPage();
  await other.goto(bare);
  await expect(other.getByRole("alert")).toHaveText(WRONG_URL);
  await other.goto(linkTo(pulsen, access));
  await new ChatView(other).expectMessages("Hello");
});

test("a link with something missing says so", async ({ page, pulsen, complaints }) => {
  const { feedbackId, token } = await giveFeedback(pulsen);
  for (const query of [
    "",
    `?feedback_id=${feedbackId}`,
    `?token=${token}`,
    `?feedback_id=${feedbackId}&token=`,
  ]) {
    await page.goto(`${pulsen.url}/chat${query}`);
    await expect(page.getByRole("alert"), query).toHaveText(WRONG_URL);
    expect(complaints.splice(0)).toEqual([expect.stringContaining("The address names no chat")]);
  }
});

test("a token of another chat opens nothing", async ({ page, pulsen, complaints }) => {
  const [mine, others] = [await giveFeedback(pulsen, "Mine"), await giveFeedback(pulsen, "Not mine")];
  await page.goto(linkTo(pulsen, { feedbackId: others.feedbackId, token: mine.token }));
  await expect(page.getByRole("alert")).toHaveText("The chat could not be loaded.");
  await expect(page.getByText("Not mine")).toHaveCount(0);
  for (const line of complaints.splice(0)) expect(line).toContain("401 (Unauthorized)");
});

test("both sides hear each other at once", async ({ page, pulsen, staff }) => {
  const access = await giveFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  await whileOnlyTold(page, async () => {
    await staff.say(access.feedbackId, "Which lamps?");
    await chat.expectMessages("Which lamps?");
    await chat.say("Those at the window");
    await expect(chat.message("Those at the window")).toContainText("Sent");
    await staff.say(access.feedbackId, "We change them");
    await chat.expectMessages("Which lamps?", "Those at the window", "We change them");
  });
  expect(await heardBy(staff, access)).toEqual([
    "staff: Which lamps?",
    "customer: Those at the window",
    "staff: We change them",
  ]);
});

test("Enter sends, Shift+Enter begins a line", async ({ page, pulsen, staff }) => {
  const access = await giveFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  const { box } = chat;
  await box.focus();
  // Nothing is sent of nothing.
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
  expect(await heardBy(staff, access)).toEqual(["customer: First line\nsecond line"]);
});

test("a message that does not go is marked, and goes when it is tried again", async ({
  page,
  pulsen,
  staff,
  complaints,
}) => {
  await stopClock(page);
  const access = await giveFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  const tries: (string | null)[] = [];
  const fail = async (route: Route) => {
    tries.push(await route.request().headerValue("Idempotency-Key"));
    await route.abort("connectionrefused");
  };
  await page.route("**/chat_messages", fail);
  await chat.say("Is anybody there?");
  await expect(chat.message("Is anybody there?")).toContainText("Sending");
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(chat.message("Is anybody there?")).toContainText("Not sent", { timeout: 250 });
  }).toPass();
  expect(tries.length).toBeGreaterThan(1);
  expect(await heardBy(staff, access)).toEqual([]);

  await page.unroute("**/chat_messages", fail);
  const sent = page.waitForRequest("**/chat_messages");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(chat.message("Is anybody there?")).toContainText("Sent");
  await chat.expectMessages("Is anybody there?");
  expect(new Set([...tries, await (await sent).headerValue("Idempotency-Key")]).size).toBe(1);
  expect(await heardBy(staff, access)).toEqual(["customer: Is anybody there?"]);
  for (const line of complaints.splice(0)) expect(line).toContain("ERR_CONNECTION_REFUSED");
});

test("an answer lost on the way leaves one message", async ({ page, pulsen, staff, complaints }) => {
  const access = await giveFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  await page.route(
    "**/chat_messages",
    async (route) => {
      // The server has it; the page never hears of that.
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await chat.say("Once is enough");
  await expect(chat.message("Once is enough")).toContainText("Sent");
  await chat.expectMessages("Once is enough");
  expect(await heardBy(staff, access)).toEqual(["customer: Once is enough"]);
  expect(complaints.splice(0)).toEqual(["Failed to load resource: net::ERR_CONNECTION_RESET"]);
});

test("a server that dies and comes back: the page ends up with all of it, once", async ({
  page,
  complaints,
}) => {
  const server = await Pulsen.start({ hostname: "localhost" });
  try {
    server.import(RECORDS);
    const staff = new StaffApi(server, server.staffToken("Ayşe"));
    const access = await giveFeedback(server);
    await page.clock.install();
    const chat = await openChat(page, server, access);
    await staff.say(access.feedbackId, "Before");
    await chat.expectMessages("Before");

    await server.kill();
    await expect(page.getByText("Connection lost. Reconnecting…")).toBeVisible();
    // However long the server takes to come back: the page gives a message up after some seconds of its own.
    await page.clock.pauseAt(Date.now() + 60_000);
    await chat.say("Meanwhile");
    await expect(chat.message("Meanwhile")).toContainText("Sending");
    await server.restart();
    await staff.say(access.feedbackId, "After");
    // Longer than any pause between two tries, be it to send or to connect.
    await page.clock.runFor(10_000);
    await page.clock.resume();
    await expect(chat.message("Meanwhile")).toContainText("Sent");
    const inTheEnd = await heardBy(staff, access);
    expect(inTheEnd[0]).toBe("staff: Before");
    expect(new Set(inTheEnd.slice(1))).toEqual(new Set(["customer: Meanwhile", "staff: After"]));
    expect(inTheEnd).toHaveLength(3);
    await chat.expectMessages(...inTheEnd.map((line) => line.replace(/^\w+: /, "")));
    await expect(page.getByText("Connection lost. Reconnecting…")).toHaveCount(0);
    // A try to connect that failed may be said long after it; of a page that is closed nothing more is.
    await page.close();
    for (const line of complaints.splice(0)) expect(line).toMatch(/ERR_CONNECTION_|WebSocket/);
  } finally {
    await server.stop();
  }
});

test("ending a chat asks first", async ({ page, pulsen, staff }) => {
  const access = await giveFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  const dialog = page.getByRole("dialog", { name: "Do you want to end this chat?" });

  await chat.endButton.click();
  await dialog.getByRole("button", { name: "No" }).click();
  await expect(dialog).toBeHidden();
  await chat.endButton.click();
  await expect(dialog).toBeVisible();
  await settled(page);
  await page.mouse.click(5, 5);
  await expect(dialog, "a click on the overlay").toBeHidden();
  expect((await staff.chat(access.feedbackId)).status).toBe("open");

  await chat.endButton.click();
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("You have ended this chat.")).toBeVisible();
  await expect(chat.box).toBeDisabled();
  await expect(chat.endButton).toHaveCount(0);
  expect((await staff.chat(access.feedbackId)).status).toBe("archived");
  await page.reload();
  await expect(page.getByText("You have ended this chat.")).toBeVisible();
});

test("a chat that the staff closes and opens again says so at once", async ({ page, pulsen, staff }) => {
  const access = await giveFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  await whileOnlyTold(page, async () => {
    await staff.close(access.feedbackId);
    await expect(page.getByText("This chat has been closed.")).toBeVisible();
    await expect(chat.box).toBeDisabled();
    await staff.reopen(access.feedbackId);
    await expect(chat.box).toBeEnabled();
  });
});

async function openChat(page: Page, pulsen: Pulsen, access: Access): Promise<ChatView> {
  const followed = chatFollowed(page);
  await page.goto(linkTo(pulsen, access));
  await followed;
  const chat = new ChatView(page);
  await expect(chat.box).toBeVisible();
  return chat;
}

function linkTo(pulsen: Pulsen, { feedbackId, token }: Access): string {
  return `${pulsen.url}/chat?feedback_id=${feedbackId}&token=${token}`;
}

async function heardBy(staff: StaffApi, { feedbackId }: Access): Promise<string[]> {
  return saidIn((await staff.chat(feedbackId)).timeline_items);
}
