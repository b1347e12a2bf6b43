import type { Locator, Page } from "@playwright/test";
import { type ChatAccess, chatLink, StaffApi, submitFeedback } from "./support/chatApi";
import { ChatView } from "./support/chatView";
import { holdRequests } from "./support/holdRequests";
import { PulsenServer } from "./support/pulsenServer";
import { test as base, expect, expectAccessible, RECORDS } from "./support/test";

/** More than two pages of a timeline (docs/chat.md#timeline). */
const MESSAGES = 450;
const PAGE = 200;

const EARLIER = /\/chat\?.*before=/;

interface LongChat {
  server: PulsenServer;
  access: ChatAccess;
}

/** A chat in which staff have written more than a page shows at once. */
const test = base.extend<object, { long: LongChat }>({
  long: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
    async ({}, use) => {
      const server = await PulsenServer.start({ hostname: "localhost" });
      server.import(RECORDS);
      // Nobody writes as fast as this test does.
      await server.kill();
      await server.restart("--rate-limit", "off");
      const access = await submitFeedback(server);
      const staff = new StaffApi(server, server.staffToken("Ayşe"));
      for (let number = 1; number <= MESSAGES; number += 1)
        await staff.sendMessage(access.feedbackId, bodyOf(number));
      await use({ server, access });
      await server.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

test("earlier messages come as the reader scrolls to them, and what is read stays at its place @phone", {
  tag: "@4.1.3",
}, async ({ page, long }) => {
  const chat = await openChat(page, long);
  const button = page.getByRole("button", { name: "Earlier messages" });
  await expect(chat.messages()).toHaveCount(PAGE);
  await expect(button).not.toBeInViewport();
  await expect.poll(() => distanceToEnd(chat.log)).toBeLessThan(2);

  for (const [known, scrolledTo] of [
    [PAGE, 250],
    [2 * PAGE, 0],
  ] as const) {
    const release = await holdRequests(page, EARLIER);
    const asked = page.waitForRequest(EARLIER);
    await chat.log.evaluate((log, top) => log.scrollTo({ top, behavior: "instant" }), scrolledTo);
    await asked;
    await expect(button).toHaveAttribute("aria-busy", "true");
    const read = chat.message(bodyOf(MESSAGES - known + 6));
    const before = await topIn(chat.log, read);
    const announcing = await watchAnnouncing(chat.log);
    await release();
    await expect(chat.messages()).toHaveCount(Math.min(known + PAGE, MESSAGES));
    expect(Math.abs((await topIn(chat.log, read)) - before)).toBeLessThan(2);
    // It is what was there already: nobody is told that it is new.
    expect((await announcing.jsonValue())[0]).toBe("off");
    await expect(chat.log).toHaveAttribute("aria-live", "polite");
  }
  await expect(button).toHaveCount(0);
  await chat.expectMessages(...Array.from({ length: MESSAGES }, (_, at) => bodyOf(at + 1)));
});

test("earlier messages that cannot be loaded are asked for again, by keyboard", async ({
  page,
  long,
  consoleErrors,
}) => {
  await page.route(EARLIER, (route) => route.abort("connectionrefused"));
  const chat = await openChat(page, long);
  await expect(chat.messages()).toHaveCount(PAGE);
  await expect.poll(() => distanceToEnd(chat.log)).toBeLessThan(2);
  await chat.log.focus();
  await page.keyboard.press("Home");
  const failure = page.getByRole("alert").filter({ hasText: "The earlier messages could not be loaded." });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  const again = page.getByRole("button", { name: "Try again" });
  // The card with the visitor's feedback is before it.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(again).toBeFocused();

  await page.unroute(EARLIER);
  await page.keyboard.press("Enter");
  await expect(chat.messages()).toHaveCount(2 * PAGE);
  await expect(failure).toHaveCount(0);
  await expect(chat.log).toBeFocused();
  for (const error of consoleErrors.splice(0)) expect(error).toContain("ERR_CONNECTION_REFUSED");
});

test("a reader who has scrolled up sees that there are new messages, and is not moved", async ({
  page,
  pulsen,
  staff,
}) => {
  const access = await submitFeedback(pulsen);
  for (let number = 1; number <= 25; number += 1) await staff.sendMessage(access.feedbackId, bodyOf(number));
  const chat = await openChat(page, { server: pulsen, access });
  await expect(chat.messages()).toHaveCount(25);
  await expect.poll(() => distanceToEnd(chat.log)).toBeLessThan(2);
  await scrollToTop(chat.log);
  await staff.sendMessage(access.feedbackId, "The latest news");
  const news = page.getByRole("button", { name: "New messages" });
  await expect(news).toBeVisible();
  expect(await chat.log.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await expectAccessible(page);
  await news.click();
  await expect(chat.message("The latest news")).toBeInViewport();
  await expect(news).toHaveCount(0);
  await expect(chat.log).toBeFocused();
});

function bodyOf(number: number): string {
  return `Message ${number} of staff`;
}

async function openChat(page: Page, { server, access }: LongChat): Promise<ChatView> {
  await page.goto(chatLink(server, access));
  const chat = new ChatView(page);
  await expect(chat.box).toBeEnabled();
  return chat;
}

/** Collects what the log's `aria-live` is each time when something is added to it. */
function watchAnnouncing(log: Locator) {
  return log.evaluateHandle((log) => {
    const modes: (string | null)[] = [];
    const note = () => modes.push(log.getAttribute("aria-live"));
    new MutationObserver(note).observe(log, { childList: true, subtree: true });
    return modes;
  });
}

/** Scrolls as a reader does, until the page has noticed it. */
async function scrollToTop(log: Locator) {
  await log.evaluate((log) =>
    new Promise((resolve) => {
      log.addEventListener("scroll", resolve, { once: true });
      log.scrollTo({ top: 0, behavior: "instant" });
    }).then(() => {}),
  );
}

/** Returns how far a message is below the upper edge of the log, in pixels. */
async function topIn(log: Locator, message: Locator): Promise<number> {
  const [outer, inner] = [await log.boundingBox(), await message.boundingBox()];
  if (!outer || !inner) throw new Error("The message is not in the log.");
  return inner.y - outer.y;
}

function distanceToEnd(log: Locator): Promise<number> {
  return log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
}
