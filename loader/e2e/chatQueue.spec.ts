import type { Page } from "@playwright/test";
import { type ChatAccess, chatLink, submitFeedback, VisitorApi } from "./support/chatApi";
import { waitForLiveUpdates, withLiveUpdatesOnly } from "./support/chatTraffic";
import { ChatView } from "./support/chatView";
import { scriptTag } from "./support/hostSite";
import { importNode, importWidget } from "./support/importRecord";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, expectAccessible, test } from "./support/test";

const QUEUE = { queue_capacity: 0, queue_body: { en: "We are with you in a moment." } };
const WAITING = "You can write as soon as someone from the team joins.";
const JOINED = "Someone from the team has joined. You can write now.";

test("a visitor waits in a queue, moves up, and writes once staff have taken the chat @phone", {
  tag: "@4.1.3",
}, async ({ page, pulsen, staff }) => {
  const node = importNode(pulsen, { chat: QUEUE });
  const first = await submitFeedback(pulsen, "Mine first", node);
  const access = await submitFeedback(pulsen, "Warmer lamps", node);
  const chat = await openChat(page, pulsen, access);
  await expect(chat.log).toContainText("We are with you in a moment.");
  await expect(chat.log).toContainText("Your position in the queue: 2");
  await expect(chat.box).toBeDisabled();
  await expect(chat.box).toHaveAccessibleDescription(WAITING);
  await expect(chat.endButton).toHaveCount(0);
  await test.step("queued", () => expectAccessible(page));

  await withLiveUpdatesOnly(page, async () => {
    await staff.accept(first.feedbackId);
    await expect(chat.log).toContainText("Your position in the queue: 1");
  });
  await staff.accept(access.feedbackId);
  await expect(page.getByRole("status").filter({ hasText: JOINED })).toBeVisible();
  await expect(chat.log).not.toContainText("Your position in the queue");
  await expect(chat.box).toBeEnabled();
  await test.step("joined", () => expectAccessible(page));

  await chat.send("Good morning");
  await expect(chat.message("Good morning")).toContainText("Sent");
  await expect(page.getByText(JOINED)).toHaveCount(0);
  const { timeline_items: items } = await new VisitorApi(pulsen, access).chat();
  expect(items.map(({ detail }) => detail.comment.body)).toEqual(["Good morning"]);
});

test("a reply takes a chat from the queue, in the widget", async ({ page, widget, pulsen, staff, host }) => {
  const code = importWidget(pulsen, { node_id: importNode(pulsen, { chat: QUEUE }) });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await widget.open();
  const { feedbackId } = await widget.submitFeedback();
  await expect(widget.text("Your position in the queue: 1")).toBeVisible();
  await expect(widget.text(WAITING)).toBeVisible();
  await expectAccessible(page);
  await staff.sendMessage(feedbackId, "Hello, this is Ayşe");
  await widget.chat.expectMessages("Hello, this is Ayşe");
  await expect(widget.text(JOINED)).toBeVisible();
  await expect(widget.chat.box).toBeEnabled();
});

test("a visitor leaves the queue, by keyboard in the widget", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const code = importWidget(pulsen, { node_id: importNode(pulsen, { chat: QUEUE }) });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await widget.open();
  const { feedbackId } = await widget.submitFeedback();
  const leave = widget.chat.log.locator("button[aria-haspopup=dialog]");
  await expect(leave).toHaveText("Leave the queue");
  await widget.tabTo(leave);
  await page.keyboard.press("Enter");
  await expect(widget.chat.endDialogButton("Keep waiting")).toBeVisible();
  await expectAccessible(page);
  await widget.tabTo(widget.chat.endDialogButton("Keep waiting"));
  await page.keyboard.press("Enter");
  await expect(leave).toBeFocused();
  expect((await staff.chat(feedbackId)).status).toBe("queued");
  await page.keyboard.press("Enter");
  await widget.tabTo(widget.chat.endDialogButton("Leave the queue"));
  await page.keyboard.press("Enter");
  await expect(widget.text("You ended this chat.")).toBeVisible();
  expect((await staff.chat(feedbackId)).status).toBe("archived");
  await widget.tabTo(widget.button("Start a new conversation"));
  await page.keyboard.press("Enter");
  await expect(widget.question("q-mood")).toBeVisible();
});

test("a chat that is closed while it waits says so", async ({ page, pulsen, staff }) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", importNode(pulsen, { chat: QUEUE }));
  const chat = await openChat(page, pulsen, access);
  await expect(page.getByText(WAITING)).toBeVisible();
  await staff.close(access.feedbackId);
  await expect(page.getByText("This chat has been closed.")).toBeVisible();
  await expect(page.getByText(WAITING)).toHaveCount(0);
  await expect(chat.log).not.toContainText("Your position in the queue");
});

async function openChat(page: Page, pulsen: PulsenServer, access: ChatAccess): Promise<ChatView> {
  const live = waitForLiveUpdates(page);
  await page.goto(chatLink(pulsen, access));
  await live;
  return new ChatView(page);
}
