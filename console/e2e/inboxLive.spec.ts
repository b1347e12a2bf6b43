import { StaffApi } from "pulsen-loader/e2e";
import { storeNode } from "./support/channels";
import { holdConnection, liveEvents } from "./support/connection";
import { CHAT_RECORDS, Visitor } from "./support/inbox";
import { link, reply, row, talk } from "./support/inboxPage";
import { LiveVisitor } from "./support/liveVisitor";
import { watchScreen } from "./support/notifications";
import { areas, expect, type Page, test } from "./support/test";

test.beforeEach(({ pulsen }) => pulsen.import(CHAT_RECORDS));

/** Which colleagues have the open chat open, too. */
const present = (page: Page) => page.locator(".inbox-head__presence");

test("a customer's message is notified while the page is hidden, and leads to the chat", async ({
  page,
  pulsen,
  arrive,
}) => {
  const screen = await watchScreen(page);
  const visitor = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
  await arrive("Ayla");
  const live = liveEvents(page);
  await page.goto(`${pulsen.url}/staff/inbox?view=all`);
  await expect(row(page, "Zeynep")).toContainText("The lamp flickers.");
  await live;
  const button = page.getByRole("button", { name: "Notify me of new messages" });
  await expect(button).toHaveAttribute("aria-pressed", "false");
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");

  await visitor.write("It flickers still.");
  await expect(row(page, "Zeynep")).toContainText("It flickers still.");
  expect(await screen.shown()).toEqual([]);

  await screen.setPageVisible(false);
  await visitor.write("And again.");
  await expect.poll(() => screen.shown()).toEqual(["Zeynep: And again."]);
  await screen.press();
  await expect(page).toHaveURL(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expect(talk(page)).toContainText("And again.");
  expect(await screen.shown()).toEqual([]);
  // Nobody has seen it yet.
  await expect(row(page, "Zeynep").getByText("3 unread messages")).toBeAttached();
  await screen.setPageVisible(true);
  await expect(row(page, "Zeynep").getByText("unread message")).toHaveCount(0);
});

test("what staff write is not notified, nor what nobody wants to be notified of", async ({
  page,
  pulsen,
  arrive,
}) => {
  const screen = await watchScreen(page);
  const visitor = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
  const colleague = new StaffApi(pulsen, pulsen.staffToken("Cem"));
  await arrive("Ayla");
  const live = liveEvents(page);
  await page.goto(`${pulsen.url}/staff/inbox?view=all`);
  await expect(row(page, "Zeynep")).toContainText("The lamp flickers.");
  await live;
  const button = page.getByRole("button", { name: "Notify me of new messages" });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await screen.setPageVisible(false);
  await colleague.sendMessage(visitor.id, "We look at it.");
  await expect(row(page, "Zeynep")).toContainText("Cem: We look at it.");
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "false");
  await visitor.write("Thank you!");
  await expect(row(page, "Zeynep")).toContainText("Thank you!");
  expect(await screen.shown()).toEqual([]);
});

test("a chat is accepted from the queue, and those behind it move up", async ({ page, pulsen, arrive }) => {
  const node = await storeNode(pulsen, { flow_id: "e2e-flow", chat: { queue_capacity: 0 } });
  await Visitor.begin(pulsen, "First", undefined, node);
  const second = await Visitor.begin(pulsen, "Second", undefined, node);
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox?view=nobody`);
  await expect(row(page, "First")).toContainText("In the queue");
  await link(page, "Second").click();
  await expect(page.getByText("Number 2 in the queue")).toBeVisible();
  await link(page, "First").click();
  await expect(page.getByText("Number 1 in the queue")).toBeVisible();
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("Assigned to Ayla")).toBeVisible();
  await expect(page.getByText(/^Number \d/)).toHaveCount(0);
  await expect(talk(page)).toContainText("Ayla accepted the chat");
  await expect(row(page, "First")).not.toContainText("In the queue");

  await link(page, "Second").click();
  await expect(page.getByText("Number 1 in the queue")).toBeVisible();
  // Who has waited for too long leaves.
  await second.leave();
  await expect(page.getByText("Ended by the customer")).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept" })).toHaveCount(0);
  await expect(page.getByText("The chat is over.")).toBeVisible();
});

test("what the customer does shows, as long as they do it", async ({ page, pulsen, arrive }) => {
  const visitor = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
  const live = await LiveVisitor.connect(pulsen, visitor);
  const colleague = new StaffApi(pulsen, pulsen.staffToken("Cem"));
  await arrive("Ayla");
  const connected = isPresent(page);
  await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await connected;
  const typing = page.getByText("The customer is writing…");
  await live.types(true);
  await expect(typing).toBeVisible();
  await live.types(false);
  await expect(typing).toHaveCount(0);

  const written = (words: string) => talk(page).getByRole("article").filter({ hasText: words });
  await colleague.sendMessage(visitor.id, "We look at it.");
  await expect(written("We look at it.")).not.toContainText("Seen");
  await live.sees(2);
  await expect(written("We look at it.")).toContainText("Seen");
  await colleague.sendMessage(visitor.id, "Anything else?");
  await expect(written("Anything else?")).not.toContainText("Seen");
  await live.sees(3);
  await expect(written("Anything else?")).toContainText("Seen");
  await expect(written("We look at it.")).not.toContainText("Seen");

  await live.types(true);
  await expect(typing).toBeVisible();
  live.leave();
  await expect(typing).toHaveCount(0);
});

test("a channel that shows neither typing nor what was seen shows staff neither", async ({
  page,
  pulsen,
  arrive,
}) => {
  const visitor = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.", "e2e-quiet");
  const live = await LiveVisitor.connect(pulsen, visitor);
  const colleague = new StaffApi(pulsen, pulsen.staffToken("Cem"));
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expect(talk(page)).toContainText("The lamp flickers.");
  await colleague.sendMessage(visitor.id, "We look at it.");
  await expect(talk(page)).toContainText("We look at it.");
  expect(await live.types(true)).toEqual({ ok: false, code: "switched_off" });
  expect(await live.sees(2)).toEqual({ ok: false, code: "switched_off" });
  await visitor.write("Thank you!");
  await expect(talk(page)).toContainText("Thank you!");
  await expect(page.getByText("The customer is writing…")).toHaveCount(0);
  await expect(talk(page).getByText("Seen")).toHaveCount(0);
});

test("colleagues show where they are, also one who was there before", async ({
  page,
  browser,
  pulsen,
  arrive,
}) => {
  const one = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
  await Visitor.begin(pulsen, "Yusuf", "Do you have decaf?");
  const colleague = await browser.newPage();
  await arrive("Figen", colleague);
  await colleague.goto(`${pulsen.url}/staff/inbox/${one.id}?view=all`);
  await expect(talk(colleague)).toContainText("The lamp flickers.");
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${one.id}?view=all`);
  await expect(present(page)).toHaveText("Figen is looking at it");
  await expect(row(page, "Zeynep")).toContainText("Figen is looking at it");
  await expect(present(colleague)).toHaveText("Ayla is looking at it");

  await areas(colleague).getByRole("link", { name: "Channels" }).click();
  await expect(present(page)).toHaveText("");
  await expect(row(page, "Zeynep")).not.toContainText("Figen");
  await colleague.goto(`${pulsen.url}/staff/inbox?view=all`);
  await link(colleague, "Yusuf").click();
  await expect(row(page, "Yusuf")).toContainText("Figen is looking at it");
  await reply(colleague).pressSequentially("Yes");
  await expect(row(page, "Yusuf")).toContainText("Figen is writing…");
  await colleague.close();
  await expect(row(page, "Yusuf")).not.toContainText("Figen");
});

test("who comes later, or comes back, sees in the list which chats colleagues have open", async ({
  page,
  browser,
  pulsen,
  arrive,
}) => {
  const one = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
  await Visitor.begin(pulsen, "Yusuf", "Do you have decaf?");
  const colleague = await browser.newPage();
  await arrive("Figen", colleague);
  const connected = isPresent(colleague);
  await colleague.goto(`${pulsen.url}/staff/inbox/${one.id}?view=all`);
  await connected;
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox?view=all`);
  await expect(row(page, "Zeynep")).toContainText("Figen is looking at it");
  await expect(row(page, "Yusuf")).not.toContainText("Figen");

  await areas(page).getByRole("link", { name: "Channels" }).click();
  await expect(page.getByRole("heading", { name: "Channels" })).toBeVisible();
  await areas(page).getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("link", { name: /^All/ }).click();
  await expect(row(page, "Zeynep")).toContainText("Figen is looking at it");
  await colleague.close();
  await expect(row(page, "Zeynep")).not.toContainText("Figen");
});

for (const isNoticed of [true, false]) {
  const what = isNoticed ? "without a network" : "without a connection for live events";
  test(`what happened ${what} is there after it, in the list and in the chat`, async ({
    page,
    context,
    pulsen,
    arrive,
  }) => {
    const connection = await holdConnection(page);
    const open = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
    const listed = await Visitor.begin(pulsen, "Yusuf", "Do you have decaf?");
    await arrive("Ayla");
    await page.goto(`${pulsen.url}/staff/inbox/${open.id}?view=all`);
    await expect(talk(page)).toContainText("The lamp flickers.");
    await open.write("Hello?");
    await expect(talk(page)).toContainText("Hello?");
    if (isNoticed) await context.setOffline(true);
    else await connection.cut();
    await open.write("It is dark now.");
    await listed.write("Or tea?");
    await Visitor.begin(pulsen, "Leyla", "Are you open?");
    if (isNoticed) await context.setOffline(false);
    else connection.mend();
    await expect(talk(page)).toContainText("It is dark now.");
    await expect(row(page, "Yusuf")).toContainText("Or tea?");
    await expect(row(page, "Leyla")).toContainText("Are you open?");
  });
}

test("a server that was away is caught up with", async ({ page, pulsen, arrive }) => {
  const visitor = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expect(talk(page)).toContainText("The lamp flickers.");
  await pulsen.kill();
  await pulsen.restart();
  await visitor.write("It is dark now.");
  await expect(talk(page)).toContainText("It is dark now.");
  await expect(row(page, "Zeynep")).toContainText("It is dark now.");
});

test("a chat that is erased meanwhile vanishes, also the open one", async ({ page, pulsen, arrive }) => {
  const open = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
  const listed = await Visitor.begin(pulsen, "Yusuf", "Do you have decaf?");
  const staff = new StaffApi(pulsen, pulsen.staffToken("Cem"));
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${open.id}?view=all`);
  await expect(talk(page)).toContainText("The lamp flickers.");
  await expect(row(page, "Yusuf")).toBeVisible();
  await staff.erase(listed.id);
  await expect(row(page, "Yusuf")).toHaveCount(0);
  await staff.erase(open.id);
  await expect(talk(page)).toHaveCount(0);
  await expect(row(page, "Zeynep")).toHaveCount(0);
  await expect(page.getByText("The lamp flickers.")).toHaveCount(0);
  await expect(reply(page)).toHaveCount(0);
});

test("a chat that is erased without a connection is gone after it", async ({ page, pulsen, arrive }) => {
  const connection = await holdConnection(page);
  const open = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
  const listed = await Visitor.begin(pulsen, "Yusuf", "Do you have decaf?");
  const staff = new StaffApi(pulsen, pulsen.staffToken("Cem"));
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${open.id}?view=all`);
  await expect(talk(page)).toContainText("The lamp flickers.");
  await expect(row(page, "Yusuf")).toBeVisible();
  await connection.cut();
  await staff.erase(listed.id);
  await staff.erase(open.id);
  connection.mend();
  await expect(talk(page)).toHaveCount(0);
  await expect(row(page, "Yusuf")).toHaveCount(0);
  await expect(row(page, "Zeynep")).toHaveCount(0);
});

test("what came while another area was shown is there when one comes back", async ({
  page,
  pulsen,
  arrive,
}) => {
  const visitor = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
  const closed = await Visitor.begin(pulsen, "Yusuf", "Do you have decaf?");
  const staff = new StaffApi(pulsen, pulsen.staffToken("Cem"));
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expect(talk(page)).toContainText("The lamp flickers.");
  await expect(row(page, "Yusuf")).toBeVisible();
  await areas(page).getByRole("link", { name: "Channels" }).click();
  await expect(page.getByRole("heading", { name: "Channels" })).toBeVisible();
  await visitor.write("It is dark now.");
  await Visitor.begin(pulsen, "Leyla", "Are you open?");
  await staff.close(closed.id);
  await areas(page).getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("link", { name: /^All/ }).click();
  await expect(row(page, "Leyla")).toContainText("Are you open?");
  await expect(row(page, "Yusuf")).toHaveCount(0);
  await link(page, "Zeynep").click();
  await expect(talk(page)).toContainText("It is dark now.");
});

/** Waits until colleagues are told that somebody has opened the chat of the page that is opened next. */
async function isPresent(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket");
  await socket.waitForEvent("framereceived", ({ payload }) => String(payload).startsWith('42["presence"'));
}
