import { giveFeedback } from "./support/chatApi";
import { ChatView } from "./support/chatView";
import { scriptTag } from "./support/guards";
import { ANSWERS } from "./support/hostedWidget";
import { expect, expectAccessible, test } from "./support/test";

test("axe finds nothing on a host's page, whatever the widget shows @phone", async ({
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

  await widget.button("Next").click();
  await expect(widget.text("Please fill in this field to continue.")).toBeVisible();
  await test.step("an error", () => expectAccessible(page));

  const { feedbackId } = await widget.giveFeedback();
  await widget.chat.expectAnswers(...ANSWERS);
  await staff.say(feedbackId, "Hello");
  await widget.chat.expectMessages("Hello");
  await widget.chat.say("Hello to you, too");
  await expect(widget.chat.message("Hello to you, too")).toContainText("Sent");
  await test.step("the chat", () => expectAccessible(page));

  await widget.chat.endButton.click();
  await expect(widget.button("Yes")).toBeVisible();
  await test.step("the question whether to end it", () => expectAccessible(page));

  await widget.button("Yes").click();
  await expect(widget.text("You have ended this chat.")).toBeVisible();
  await test.step("a chat that is over", () => expectAccessible(page));
});

test("axe finds nothing on the chat's own page @phone", async ({ page, pulsen, staff, complaints }) => {
  const { feedbackId, token } = await giveFeedback(pulsen);
  await staff.say(feedbackId, "Hello, see https://example.com/lamps/new-and-warm");
  const chat = new ChatView(page);
  await page.goto(`${pulsen.url}/chat?feedback_id=${feedbackId}&token=${token}`);
  await expect(chat.log.getByRole("link")).toBeVisible();
  await test.step("a reply with a link", () => expectAccessible(page));

  await page.route("**/chat_messages", (route) => route.fulfill({ status: 422, json: {} }), { times: 1 });
  await chat.say("Does this arrive?");
  await expect(chat.message("Does this arrive?")).toContainText("Not sent");
  await test.step("a message that did not go", () => expectAccessible(page));
  expect(complaints.splice(0)).toEqual([expect.stringContaining("422")]);

  await chat.endButton.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await test.step("the question whether to end it", () => expectAccessible(page));

  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("You have ended this chat.")).toBeVisible();
  await test.step("a chat that is over", () => expectAccessible(page));

  await page.goto(`${pulsen.url}/chat`);
  await expect(page.getByRole("alert")).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("The address names no chat")]);
  await test.step("an address that names no chat", () => expectAccessible(page));
});
