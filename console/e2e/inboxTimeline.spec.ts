import { PulsenServer, png, StaffApi, stillBox } from "pulsen-loader/e2e";
import { CHAT_RECORDS, Visitor } from "./support/inbox";
import { row, talk } from "./support/inboxPage";
import { test as base, expect, type Page } from "./support/test";

/** How many items of a chat the server sends at a time (docs/chat.md#timeline). */
const PART = 200;

/** Nobody writes as fast as these tests do. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  pulsen: async ({}, use) => {
    const pulsen = await PulsenServer.start({ rateLimit: "off" });
    pulsen.import(CHAT_RECORDS);
    await use(pulsen);
    await pulsen.stop();
  },
});

const scrolled = (page: Page) => page.getByRole("region", { name: "Conversation" });
const messages = (page: Page) => talk(page).getByRole("article");
const message = (page: Page, words: string) =>
  messages(page).filter({ has: page.getByText(words, { exact: true }) });
const distanceToEnd = (page: Page) =>
  scrolled(page).evaluate(
    ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
  );

/** Begins a chat of so many messages, numbered from 1: the visitor's, and then those of staff. */
async function longChat(pulsen: PulsenServer, count: number): Promise<Visitor> {
  const visitor = await Visitor.begin(pulsen, "Zeynep", "Number 1");
  await new StaffApi(pulsen, pulsen.staffToken("Cem")).sendMessage(visitor.id, "Number 2");
  // The others as copies of that one: hundreds of calls would take longer than all the rest.
  pulsen.execute(
    `WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO chat_messages (feedback_id, position, id, kind, actor, author, body, created_at)
     SELECT feedback_id, i, id || '-' || i, kind, actor, author, 'Number ' || i, created_at FROM chat_messages, n
     WHERE feedback_id = '${visitor.id}' AND position = 2;
     UPDATE chats SET position = ${count} WHERE feedback_id = '${visitor.id}'`,
  );
  return visitor;
}

/** Expects that the end of the conversation is shown, and that the server knows that it was read. */
async function expectRead(page: Page) {
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await expect(row(page, "Zeynep")).toBeVisible();
  await expect(row(page, "Zeynep").getByText("unread message")).toHaveCount(0);
}

/** Returns how far below the upper edge of the conversation words stand: above them, a name or a day may come or go. */
async function topOf(page: Page, words: string): Promise<number> {
  const [item, area] = [
    await stillBox(talk(page).getByText(words, { exact: true })),
    await stillBox(scrolled(page)),
  ];
  return item.y - area.y;
}

/** Returns a list that soon has how a conversation announces the first that comes into it from now on. */
function announcingOfNext(log: Element): (string | null)[] {
  const announcing: (string | null)[] = [];
  const observer = new MutationObserver(() => {
    announcing.push(log.getAttribute("aria-live"));
    observer.disconnect();
  });
  observer.observe(log, { childList: true, subtree: true });
  return announcing;
}

test("earlier messages come by the button, above what is read, which stays where it is", async ({
  page,
  pulsen,
  arrive,
}) => {
  const visitor = await longChat(pulsen, 2 * PART + 50);
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expect(messages(page)).toHaveCount(PART);
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  const button = page.getByRole("button", { name: "Earlier messages" });
  for (const [first, count] of [
    [PART + 51, 2 * PART],
    [51, 2 * PART + 50],
  ] as const) {
    // It may have the focus already.
    await button.scrollIntoViewIfNeeded();
    await button.focus();
    const before = await topOf(page, `Number ${first}`);
    const announcing = await talk(page).evaluateHandle(announcingOfNext);
    await page.keyboard.press("Enter");
    await expect(messages(page)).toHaveCount(count);
    expect(Math.abs((await topOf(page, `Number ${first}`)) - before)).toBeLessThan(2);
    // It is what was there already: nobody is told that it is new.
    expect(await announcing.jsonValue()).toEqual(["off"]);
    await expect(talk(page)).toHaveAttribute("aria-live", "polite");
  }
  await expect(button).toHaveCount(0);
  await expect(message(page, "Number 1")).toHaveCount(1);
  expect(await messages(page).locator(".inbox-words").allTextContents()).toEqual(
    Array.from({ length: 2 * PART + 50 }, (_, at) => `Number ${at + 1}`),
  );
  // What has focus is what scrolls, so that keys go on.
  await expect(scrolled(page)).toBeFocused();
});

test("earlier messages that fail to load say so, and load with another press", async ({
  page,
  pulsen,
  arrive,
}) => {
  const visitor = await longChat(pulsen, PART + 1);
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expect(messages(page)).toHaveCount(PART);
  await page.route("**/chats/*?before=*", (route) => route.abort());
  await page.getByRole("button", { name: "Earlier messages" }).click();
  await expect(scrolled(page).getByRole("alert")).toHaveText("Check your connection, then try again.");
  await expect(messages(page)).toHaveCount(PART);
  await page.unroute("**/chats/*?before=*");
  await page.getByRole("button", { name: "Earlier messages" }).click();
  await expect(message(page, "Number 1")).toBeVisible();
  await expect(scrolled(page).getByRole("alert")).toHaveCount(0);
});

test("who has gone up is told how many messages are new, and led to them", async ({
  page,
  pulsen,
  arrive,
}) => {
  const visitor = await longChat(pulsen, 40);
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expectRead(page);
  const news = page.getByRole("button", { name: /^\d+ new messages?$/ });
  await scrolled(page).evaluate((area) => area.scrollTo({ top: 0, behavior: "instant" }));
  await expect(message(page, "Number 1")).toBeInViewport();
  await visitor.write("Are you there?");
  await expect(news).toHaveText("1 new message");
  await visitor.write("Hello?");
  await expect(news).toHaveText("2 new messages");
  // What a colleague has written is no news.
  await new StaffApi(pulsen, pulsen.staffToken("Deniz")).sendMessage(visitor.id, "We are here.");
  await expect(message(page, "We are here.")).toHaveCount(1);
  await expect(news).toHaveText("2 new messages");
  await expect(message(page, "Number 1")).toBeInViewport();
  await expect(message(page, "Hello?")).not.toBeInViewport();
  await news.focus();
  await page.keyboard.press("Enter");
  await expect(news).toHaveCount(0);
  await expect(scrolled(page)).toBeFocused();
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await expect(message(page, "Hello?")).toBeInViewport();
  // At the end what comes is shown at once.
  await visitor.write("Thank you!");
  await expect(message(page, "Thank you!")).toBeInViewport();
  await expect(news).toHaveCount(0);
});

test("what is above the end is not read before one goes there", async ({ page, pulsen, arrive }) => {
  const visitor = await longChat(pulsen, 40);
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expectRead(page);
  await scrolled(page).evaluate((area) => area.scrollTo({ top: 0, behavior: "instant" }));
  await expect(message(page, "Number 1")).toBeInViewport();
  await visitor.write("Are you there?");
  await expect(row(page, "Zeynep").getByText("1 unread message")).toBeAttached();
  // One who goes there by hand needs no button.
  await scrolled(page).evaluate((area) => area.scrollTo({ top: area.scrollHeight, behavior: "instant" }));
  await expect(page.getByRole("button", { name: /^\d+ new messages?$/ })).toHaveCount(0);
  await expect(row(page, "Zeynep").getByText("unread message")).toHaveCount(0);
});

test.describe("in Istanbul", () => {
  test.use({ timezoneId: "Europe/Istanbul" });

  test("each day has a line, by the clocks of the reader", async ({ page, pulsen, arrive }) => {
    const visitor = await longChat(pulsen, 4);
    const dayOf = (position: number, time: string) =>
      pulsen.execute(
        `UPDATE chat_messages SET created_at = ${Date.parse(time)}
         WHERE feedback_id = '${visitor.id}' AND position = ${position}`,
      );
    // Midnight there is three hours before that of UTC.
    dayOf(1, "2026-03-01T20:59:00Z");
    dayOf(2, "2026-03-01T21:01:00Z");
    dayOf(3, "2026-03-02T20:00:00Z");
    dayOf(4, "2026-03-05T08:00:00Z");
    await arrive("Ayla");
    await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
    await expect(message(page, "Number 4")).toBeVisible();
    const lines = talk(page).getByRole("listitem").locator(".inbox-entry__day, .inbox-words");
    await expect(lines).toHaveText([
      "Sunday, March 1",
      "Number 1",
      "Monday, March 2",
      "Number 2",
      "Number 3",
      "Thursday, March 5",
      "Number 4",
    ]);
  });
});

test("ratings stand where they were given", async ({ page, pulsen, arrive }) => {
  const visitor = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.", "e2e-chat");
  const staff = new StaffApi(pulsen, pulsen.staffToken("Cem"));
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expect(talk(page)).toContainText("The lamp flickers.");
  await staff.close(visitor.id);
  await expect(talk(page)).toContainText("Cem closed the chat");
  await visitor.rate(0);
  const lines = talk(page).locator(".inbox-entry--act, .inbox-entry--rating, .inbox-words");
  await expect(lines).toHaveText([
    "The lamp flickers.",
    /^Cem closed the chat · /,
    /^The customer rated the chat: bad · /,
  ]);
  await staff.reopen(visitor.id);
  await visitor.write("It is fine now.");
  await expect(talk(page)).toContainText("It is fine now.");
  await visitor.leave();
  await expect(page.getByText("Ended by the customer")).toBeVisible();
  await visitor.rate(100);
  await expect(lines).toHaveText([
    "The lamp flickers.",
    /^Cem closed the chat · /,
    /^The customer rated the chat: bad · /,
    /^Cem reopened the chat · /,
    "It is fine now.",
    /^The customer rated the chat: good · /,
  ]);
});

test("a customer's image is in the chat, with its place before it loads, and opens by itself", async ({
  page,
  context,
  pulsen,
  arrive,
}) => {
  const visitor = await longChat(pulsen, 40);
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await visitor.sendImage(png("lamp.png", [400, 300]));
  const image = talk(page).getByRole("img", { name: "Image lamp.png" });
  await expect(image).toBeInViewport({ ratio: 1 });
  await expect.poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(400);
  await expect(image).toHaveAttribute("width", "400");
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  await expect(row(page, "Zeynep")).toContainText("Image");
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    talk(page).getByRole("link", { name: "Image lamp.png" }).click(),
  ]);
  await opened.close();
});
