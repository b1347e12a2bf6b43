import { submitFeedback } from "./support/chatApi";
import { ChatView } from "./support/chatView";
import { ANSWERS } from "./support/hostedWidget";
import { scriptTag } from "./support/hostSite";
import { expect, expectAccessible, test } from "./support/test";

test("axe finds no violation on a host page, whatever the widget shows @phone", { tag: "@4.1.2" }, async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2EOPEN") }));
  await expect(widget.launcher).toBeVisible();
  await test.step("closed", () => expectAccessible(page));

  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
  await test.step("a question", () => expectAccessible(page));

  await widget.press("Next");
  await expect(widget.text("Choose one answer.")).toBeVisible();
  await test.step("an error", () => expectAccessible(page));

  const { feedbackId } = await widget.submitFeedback();
  await widget.chat.expectAnswers(...ANSWERS);
  await staff.sendMessage(feedbackId, "Hello");
  await widget.chat.expectMessages("Hello");
  await widget.chat.send("Hello to you, too");
  await expect(widget.chat.message("Hello to you, too")).toContainText("Sent");
  await test.step("the chat", () => expectAccessible(page));

  await widget.chat.endButton.click();
  await expect(widget.chat.endDialogButton("End chat")).toBeVisible();
  await test.step("the confirmation to end the chat", () => expectAccessible(page));

  await widget.chat.endDialogButton("End chat").click();
  await expect(widget.text("You ended this chat.")).toBeVisible();
  await test.step("an ended chat", () => expectAccessible(page));
});

test("axe finds no violation on the chat page @phone", { tag: "@4.1.2" }, async ({
  page,
  pulsen,
  staff,
  consoleErrors,
}) => {
  const { feedbackId, token } = await submitFeedback(pulsen);
  await staff.sendMessage(feedbackId, "Hello, see https://example.com/lamps/new-and-warm");
  const chat = new ChatView(page);
  await page.goto(`${pulsen.url}/chat?feedback_id=${feedbackId}&token=${token}`);
  await expect(chat.log.getByRole("link")).toBeVisible();
  await test.step("a reply with a link", () => expectAccessible(page));

  await page.route(
    "**/chat_messages?*",
    (route) => route.fulfill({ status: 422, json: { code: "length_max" } }),
    { times: 1 },
  );
  await chat.send("Does this arrive?");
  await expect(chat.message("Does this arrive?")).toContainText("Not sent");
  await test.step("a message that could not be sent", () => expectAccessible(page));
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("422")]);

  await chat.endButton.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await test.step("the confirmation to end the chat", () => expectAccessible(page));

  await chat.endDialogButton("End chat").click();
  await expect(page.getByText("You ended this chat.")).toBeVisible();
  await test.step("an ended chat", () => expectAccessible(page));

  await page.goto(`${pulsen.url}/chat`);
  await expect(page.getByRole("alert")).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("The address names no chat")]);
  await test.step("an address without a chat", () => expectAccessible(page));
});
