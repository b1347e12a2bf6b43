import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type ChatAccess, chatLink, messageLines, StaffApi, submitFeedback } from "./support/chatApi";
import { ChatView } from "./support/chatView";
import { KillableBrowser } from "./support/killableBrowser";
import { PulsenServer } from "./support/pulsenServer";
import { test as base, expect, RECORDS } from "./support/test";

/** `PULSEN_PROOF_MESSAGES=400` is the big one, of every test here that loses something under way. */
const PROOF_MESSAGES = process.env.PULSEN_PROOF_MESSAGES;
const MESSAGES = messagesOr(40);

const POSTS = "**/chat_messages?*";
const PATIENTLY = { timeout: 120_000 + 2_000 * Number(PROOF_MESSAGES ?? 0) };

function messagesOr(few: number): number {
  return Number(PROOF_MESSAGES ?? few);
}

/** Returns texts none of which is the beginning of another one. */
function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${name} ${String(at + 1).padStart(4, "0")}`);
}

/** A server of its own, which may be killed, and a chat on it. */
async function startScene() {
  const server = await PulsenServer.start({ hostname: "localhost" });
  server.import(RECORDS);
  // Nobody writes as much as these tests do.
  await server.kill();
  await server.restart("--rate-limit", "off");
  const staff = new StaffApi(server, server.staffToken("Ayşe"));
  return { server, staff, access: await submitFeedback(server) };
}

const test = base.extend<{ scene: Awaited<ReturnType<typeof startScene>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  scene: async ({}, use) => {
    const scene = await startScene();
    await use(scene);
    await scene.server.stop();
  },
});

async function openChat(page: Page, server: PulsenServer, access: ChatAccess): Promise<ChatView> {
  await page.goto(chatLink(server, access));
  const chat = new ChatView(page);
  await expect(chat.box).toBeEnabled();
  // The part that comes last: tests cut the network from here on.
  await expect(chat.imageInput).toBeEnabled();
  return chat;
}

async function bodies(staff: StaffApi, { feedbackId }: ChatAccess): Promise<string[]> {
  return messageLines(await staff.wholeTimeline(feedbackId)).map((line) => line.replace(/^\w+: /, ""));
}

/** Both sides hold the same messages, once and in order, and nothing is on its way any more. */
async function expectSame(staff: StaffApi, access: ChatAccess, chats: ChatView[], count: number) {
  await expect.poll(async () => (await bodies(staff, access)).length, PATIENTLY).toBe(count);
  const stored = await bodies(staff, access);
  expect(new Set(stored).size).toBe(count);
  for (const chat of chats) {
    await chat.loadEarlier();
    await expect(chat.messages()).toHaveText(stored, PATIENTLY);
    await expect(chat.log.getByText("Sending", { exact: true })).toHaveCount(0);
  }
  return stored;
}

function ignoreFailedRequests(consoleErrors: string[]) {
  for (const error of consoleErrors.splice(0)) {
    expect(error).toMatch(/ERR_|WebSocket|Failed to load resource|socket/);
  }
}

test("a network that is cut for a minute loses, doubles and reorders nothing", async ({
  page,
  context,
  scene,
  consoleErrors,
}) => {
  const count = messagesOr(6);
  test.setTimeout(300_000 + count * 3_000);
  const { server, staff, access } = scene;
  await page.clock.install();
  const chat = await openChat(page, server, access);
  await chat.send("Before");
  await expect(chat.message("Before")).toContainText("Sent");

  await context.setOffline(true);
  const replies = numbered("Reply", Math.floor(count / 3));
  const written = numbered("Own", count - 1 - replies.length);
  for (const body of written) await chat.send(body);
  for (const body of replies) await staff.sendMessage(access.feedbackId, body);
  await page.clock.runFor(60_000);
  await expect(chat.note(written[0] as string)).toContainText("Not sent yet");
  // It is cut in both directions, also for the connection that was open.
  expect(await bodies(staff, access)).toEqual(["Before", ...replies]);
  await chat.expectMessages("Before", ...written);
  await context.setOffline(false);

  const stored = await expectSame(staff, access, [chat], count);
  expect(stored.filter((body) => !body.startsWith("Reply"))).toEqual(["Before", ...written]);
  expect(stored.filter((body) => body.startsWith("Reply"))).toEqual(replies);
  await page.close();
  ignoreFailedRequests(consoleErrors);
});

test("answers that are lost, over a reload, double nothing", async ({ page, scene, consoleErrors }) => {
  const count = messagesOr(6);
  test.setTimeout(300_000 + count * 3_000);
  const { server, staff, access } = scene;
  const chat = await openChat(page, server, access);
  // Of each message the first answer is lost, and what tells the page in another way.
  const seen = new Set<string>();
  await page.route(POSTS, async (route) => {
    const key = (await route.request().headerValue("Idempotency-Key")) ?? "";
    if (seen.has(key)) return route.continue();
    seen.add(key);
    await route.fetch();
    await route.abort("connectionreset");
  });
  const written = numbered("Message", count);
  for (const body of written.slice(0, count / 2)) await chat.send(body);
  await expect.poll(() => seen.size).toBeGreaterThan(0);
  await page.reload();
  for (const body of written.slice(count / 2)) await chat.send(body);
  expect(await expectSame(staff, access, [chat], count)).toEqual(written);
  await page.close();
  ignoreFailedRequests(consoleErrors);
});

test("messages survive the end of the browser, and are sent by the next one", async () => {
  const { server, staff, access } = await startScene();
  const profile = mkdtempSync(join(tmpdir(), "pulsen-profile-"));
  let browser = await KillableBrowser.start(profile);
  try {
    const page = await browser.context.newPage();
    const chat = await openChat(page, server, access);
    await page.route(POSTS, (route) => route.abort("connectionrefused"));
    for (const body of ["One", "Two"]) await chat.send(body);
    await expect(chat.note("One")).toContainText("Not sent yet", PATIENTLY);
    // The last one in the moment at which the browser ends.
    await chat.send("Three");
    await browser.kill();
    expect(await bodies(staff, access)).toEqual([]);

    browser = await KillableBrowser.start(profile);
    const again = await openChat(await browser.context.newPage(), server, access);
    // Whether the last one was written down before the end is a matter of moments.
    await expect(async () => {
      const stored = await bodies(staff, access);
      expect(stored.length).toBeGreaterThanOrEqual(2);
      expect(["One", "Two", "Three"].slice(0, stored.length)).toEqual(stored);
      await expect(again.messages()).toHaveText(stored, { timeout: 1_000 });
      await expect(again.log.getByText("Sending", { exact: true })).toHaveCount(0, { timeout: 1_000 });
    }).toPass(PATIENTLY);
  } finally {
    await browser.kill();
    await server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
});

test("what the server refuses for good is marked, keeps those behind it, and can be sent again", async ({
  page,
  pulsen,
  staff,
  consoleErrors,
}) => {
  const access = await submitFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  const refuse = { status: 409, json: { code: "chat_not_open" } };
  await page.route(POSTS, (route) => route.fulfill(refuse), { times: 1 });
  await chat.send("One");
  await expect(chat.message("One")).toContainText("Not sent");
  await chat.send("Two");
  await expect(chat.message("Two")).toContainText("Not sent");
  expect(await bodies(staff, access)).toEqual([]);
  await page.reload();
  await expect(chat.message("One")).toContainText("Not sent");
  await page.getByRole("button", { name: "Try again" }).first().click();
  expect(await expectSame(staff, access, [chat], 2)).toEqual(["One", "Two"]);
  ignoreFailedRequests(consoleErrors);
});

test("a tab that is frozen shows afterwards what came meanwhile, and sends what it has", async ({
  page,
  scene,
  consoleErrors,
}) => {
  const count = messagesOr(3);
  test.setTimeout(300_000 + count * 3_000);
  const { server, staff, access } = scene;
  const chat = await openChat(page, server, access);
  const devtools = await page.context().newCDPSession(page);
  await page.route(POSTS, (route) => route.abort("connectionrefused"));
  await chat.send("From before");
  await expect(chat.note("From before")).toContainText("Not sent yet", PATIENTLY);
  await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
  for (const body of numbered("Reply", count - 1)) await staff.sendMessage(access.feedbackId, body);
  await page.unroute(POSTS);
  await devtools.send("Page.setWebLifecycleState", { state: "active" });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expectSame(staff, access, [chat], count);
  await page.close();
  ignoreFailedRequests(consoleErrors);
});

test(`${MESSAGES} messages from three tabs and from staff arrive once and in order, while the server is killed and answers are lost`, async ({
  page,
  context,
  consoleErrors,
}) => {
  test.setTimeout(120_000 + MESSAGES * 3_000);
  const { server, staff, access } = await startScene();
  try {
    const pages = [page, await context.newPage(), await context.newPage()];
    const chats = [];
    for (const one of pages) chats.push(await openChat(one, server, access));
    let posts = 0;
    await context.route(POSTS, async (route) => {
      posts += 1;
      if (posts % 7 !== 0) return route.continue().catch(() => {});
      await route.fetch().catch(() => {});
      await route.abort("connectionreset").catch(() => {});
    });
    const each = MESSAGES / 4;
    for (let number = 1; number <= each; number += 1) {
      for (const [tab, chat] of chats.entries()) await chat.send(`Tab ${tab} ${number}`);
      const key = crypto.randomUUID();
      const sendByStaff = () => staff.sendMessage(access.feedbackId, `Staff ${number}`, key);
      if (number % 5 === 2) await server.kill();
      if (number % 5 === 3) await server.restart("--rate-limit", "off");
      if (number % 5 !== 2) await expect(sendByStaff).toPass(PATIENTLY);
      else void sendByStaff().catch(() => {});
      if (number % 5 === 4) await pages[number % 3]?.reload();
    }
    await server.kill().catch(() => {});
    await server.restart("--rate-limit", "off");
    const byStaff = Array.from({ length: each }, (_, at) => at + 1).filter(
      (number) => number % 5 !== 2,
    ).length;
    const stored = await expectSame(staff, access, chats, 3 * each + byStaff);
    for (const [tab] of chats.entries()) {
      const written = Array.from({ length: each }, (_, at) => `Tab ${tab} ${at + 1}`);
      expect(stored.filter((body) => body.startsWith(`Tab ${tab} `))).toEqual(written);
    }
    for (const one of pages) await one.close();
    ignoreFailedRequests(consoleErrors);
  } finally {
    await server.stop();
  }
});
