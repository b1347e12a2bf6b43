import { chatLink, submitFeedback } from "./support/chatApi";
import { waitForLiveUpdates } from "./support/chatTraffic";
import { ChatView } from "./support/chatView";
import { png } from "./support/files";
import type { HostedWidget } from "./support/hostedWidget";
import { scriptTag } from "./support/hostSite";
import { expect, expectAccessible, test } from "./support/test";

test("the keyboard alone leads through the widget: open, answer, write, attach, end, rate, leave", {
  tag: ["@2.1.1", "@2.1.2", "@2.4.3"],
}, async ({ page, widget, pulsen, staff, host }) => {
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2ECHAT") }));
  await expect(widget.launcher).toBeVisible();
  await widget.tabTo(widget.launcher);
  await page.keyboard.press("Enter");
  await expect(widget.contentFrame).toBeVisible();

  await widget.tabTo(widget.option("Lovely"));
  await page.keyboard.press("ArrowDown");
  await expect(widget.option("Not so good")).toBeChecked();
  await widget.tabTo(widget.button("Next"));
  await page.keyboard.press("Enter");
  await widget.tabTo(widget.why());
  await page.keyboard.type("Warmer lamps");
  await widget.tabTo(widget.button("Send"));
  const accepted = widget.waitForFeedback();
  await page.keyboard.press("Enter");
  const { feedbackId } = await accepted;

  await expect(widget.chat.box).toBeEnabled();
  await talkByKeyboard(widget, widget.chat);
  await staff.sendMessage(feedbackId, "We change them");
  await expect(widget.chat.message("We change them")).toBeVisible();
  await endAndRateByKeyboard(widget, widget.chat);

  await widget.tabTo(widget.button("Close"));
  await page.keyboard.press("Enter");
  await expect(widget.contentFrame).toBeHidden();
  await expect(widget.launcher).toBeFocused();
  const { status, timeline_items: items } = await staff.chat(feedbackId);
  expect(status).toBe("archived");
  expect(items.map(({ detail }) => detail.comment.body)).toEqual([
    "Which lamps?",
    "This one",
    "We change them",
  ]);
});

test("the keyboard alone leads through a chat on its own page", { tag: ["@2.1.1", "@2.4.3"] }, async ({
  page,
  widget,
  pulsen,
  staff,
}) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", "e2e-chat");
  await staff.sendMessage(access.feedbackId, "Hello, see https://example.com/lamps");
  const live = waitForLiveUpdates(page);
  await page.goto(chatLink(pulsen, access));
  await live;
  const chat = new ChatView(page);
  await widget.tabTo(chat.log.getByRole("link", { name: "example.com/lamps" }));
  await talkByKeyboard(widget, chat);
  await endAndRateByKeyboard(widget, chat);
});

/** Writes a message and sends another one with an image, which is opened large. */
async function talkByKeyboard(widget: HostedWidget, chat: ChatView) {
  const { page } = widget;
  // As long as somebody listens, the browser opens no dialog: a key could be quicker than a later listener.
  page.on("filechooser", () => {});
  await widget.tabTo(chat.box);
  await page.keyboard.type("Which lamps?");
  await page.keyboard.press("Enter");
  await expect(chat.message("Which lamps?")).toContainText("Sent");
  await expect(chat.box).toBeFocused();

  await widget.tabTo(chat.imageInput, "Shift+Tab");
  const dialog = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await dialog).setFiles(png("lamp.png", [320, 240]));
  await widget.tabTo(chat.removeImage("lamp.png"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(chat.removeImage("lamp.png")).toHaveCount(0);
  await expect(chat.imageInput).toBeFocused();
  const again = page.waitForEvent("filechooser");
  await page.keyboard.press("Space");
  await (await again).setFiles(png("lamp.png", [320, 240]));
  await expect(chat.removeImage("lamp.png")).toBeVisible();
  await widget.tabTo(chat.box);
  await page.keyboard.type("This one");
  await widget.tabTo(chat.sendButton);
  await page.keyboard.press("Enter");
  await expect(chat.message("This one")).toContainText("Sent");
  await expect(chat.box).toBeFocused();

  await widget.tabTo(chat.image("lamp.png"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(chat.imageDialog("lamp.png")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(chat.imageDialog("lamp.png")).toHaveCount(0);
  await expect(chat.image("lamp.png")).toBeFocused();
}

async function endAndRateByKeyboard(widget: HostedWidget, chat: ChatView) {
  const { page } = widget;
  await widget.tabTo(chat.endButton, "Shift+Tab");
  await page.keyboard.press("Enter");
  await widget.tabTo(chat.endDialogButton("Keep chatting"));
  await page.keyboard.press("Enter");
  await expect(chat.endButton).toBeFocused();
  await page.keyboard.press("Enter");
  await widget.tabTo(chat.endDialogButton("End chat"));
  await page.keyboard.press("Enter");
  await expect(chat.rating).toBeVisible();
  await expectAccessible(page);
  await widget.tabTo(chat.rate("Good"));
  await page.keyboard.press("Enter");
  await expect(chat.rating).toContainText("Thank you for your rating.");
}
