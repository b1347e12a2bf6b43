import type { Page } from "@playwright/test";
import { type ChatAccess, chatLink, submitFeedback } from "./support/chatApi";
import { waitForLiveUpdates } from "./support/chatTraffic";
import { ChatView } from "./support/chatView";
import { disguised, png } from "./support/files";
import { giveFiles } from "./support/giveFiles";
import { holdRequests } from "./support/holdRequests";
import { scriptTag } from "./support/hostSite";
import { watchLayoutShifts } from "./support/layoutShifts";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, expectAccessible, test } from "./support/test";

const NODE = "e2e-chat";
const POSTS = "**/chat_messages*";

test("an image is chosen, sent, shown on both sides and opened large @phone", { tag: "@1.1.1" }, async ({
  page,
  pulsen,
  staff,
}) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", NODE);
  const chat = await openChat(page, pulsen, access);
  await chat.addImage(png("lamp.png", [800, 600]));
  await expect(page.getByText("lamp.png")).toBeVisible();
  await test.step("chosen", () => expectAccessible(page));
  await chat.send("This one");
  await expect(chat.message("This one")).toContainText("Sent");
  await expect(chat.image("lamp.png")).toBeVisible();
  await expect(page.locator(".attachment")).toHaveCount(0);

  const [item] = (await staff.chat(access.feedbackId)).timeline_items;
  expect(item?.detail.comment).toMatchObject({
    body: "This one",
    attachment: { type: "image/png", width: 800, height: 600 },
  });

  // After a reload it comes from the server, which wants the token.
  await page.reload();
  await expect(chat.image("lamp.png")).toBeVisible();
  await test.step("in the log", () => expectAccessible(page));
  await chat.image("lamp.png").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "lamp.png" });
  await expect(dialog.getByRole("img", { name: "lamp.png" })).toBeVisible();
  await expect(dialog).toContainText(/lamp\.png [\d.]+\s(bytes|KB)/);
  await test.step("large", () => expectAccessible(page));
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe("lamp.png");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(chat.image("lamp.png")).toBeFocused();
});

test("images are dropped and pasted; the last one counts, and it can be removed", async ({
  page,
  pulsen,
}) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", NODE);
  const chat = await openChat(page, pulsen, access);
  await expect(chat.imageInput).toBeEnabled();
  await giveFiles(page.locator(".chat__log"), "drop", png("dropped.png"));
  await expect(page.getByText("dropped.png")).toBeVisible();
  await giveFiles(chat.box, "paste", png("pasted.png"));
  await expect(page.getByText("pasted.png")).toBeVisible();
  await expect(page.getByText("dropped.png")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove: pasted.png" }).click();
  await expect(page.getByText("pasted.png")).toHaveCount(0);
  await expect(chat.imageInput).toBeFocused();
  await giveFiles(page.locator(".chat__log"), "drop", png("one.png"), png("two.png"));
  await expect(page.getByRole("alert")).toHaveText("Only one file can be added here.");
  await chat.addImage(disguised("script.png"));
  await expect(page.getByRole("alert")).toHaveText("The file is damaged or incomplete.");
});

test("an image that is not sent yet survives a reload, and is sent once @phone", async ({
  page,
  pulsen,
  staff,
  consoleErrors,
}) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", NODE);
  const chat = await openChat(page, pulsen, access);
  await page.route(POSTS, (route) => route.abort("connectionrefused"));
  await chat.addImage(png("lamp.png", [800, 600]));
  await chat.send("This one");
  await expect(chat.note("This one")).toContainText("Not sent yet");
  await test.step("not sent yet", () => expectAccessible(page));
  // It is never answered: what fails is soon "not sent yet" again. Without a gap in which a try could get through.
  await page.route(POSTS, () => {});
  await page.reload();
  await expect(chat.message("This one")).toContainText("Sending");
  await chat.image("lamp.png").click();
  await expect(chat.imageDialog("lamp.png").getByRole("img", { name: "lamp.png" })).toBeVisible();
  await page.keyboard.press("Escape");

  // The answer to the first try that arrives is lost as well.
  let isLost = false;
  await page.route(POSTS, async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.reload();
  await expect(chat.message("This one")).toContainText("Sent");
  await expect(chat.image("lamp.png")).toHaveCount(1);
  const { timeline_items: items } = await staff.chat(access.feedbackId);
  expect(items.map(({ detail }) => detail.comment)).toMatchObject([
    { body: "This one", attachment: { name: "lamp.png", type: "image/png", width: 800, height: 600 } },
  ]);
  for (const error of consoleErrors.splice(0)) expect(error).toMatch(/ERR_CONNECTION_(REFUSED|RESET)/);
});

test("an image that the server refuses says why, and can be deleted @phone", async ({
  page,
  pulsen,
  consoleErrors,
}) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", NODE);
  const chat = await openChat(page, pulsen, access);
  await page.route(POSTS, (route) => route.fulfill({ status: 422, json: { code: "too_many_pixels" } }));
  await chat.addImage(png("huge.png"));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const note = page.locator(".bubble__failure");
  await expect(note).toContainText("The image resolution is too high.");
  await test.step("refused", () => expectAccessible(page));
  await note.getByRole("button", { name: "Delete" }).click();
  await expect(note).toHaveCount(0);
  await expect(chat.image("huge.png")).toHaveCount(0);
  await expect(chat.box).toBeFocused();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("422")]);
});

test("nothing moves while images load, and one that cannot be loaded is tried again @phone", async ({
  page,
  pulsen,
  staff,
  consoleErrors,
}) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", NODE);
  await staff.sendImage(access.feedbackId, png("wide.png", [1200, 300]), "Like this?");
  const release = await holdRequests(page, "**/uploads/**");
  const shifts = await watchLayoutShifts(page);
  const chat = await openChat(page, pulsen, access);
  await expect(chat.message("Like this?")).toBeVisible();
  const before = await shifts();
  await release();
  await expect(chat.image("wide.png")).toBeVisible();
  expect(await shifts()).toEqual(before);

  await page.route("**/uploads/**", (route) => route.fulfill({ status: 503 }), { times: 1 });
  await page.reload();
  await expect(chat.log).toContainText("The image could not be loaded.");
  await test.step("not loaded", () => expectAccessible(page));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(chat.image("wide.png")).toBeVisible();
  for (const error of consoleErrors.splice(0)) expect(error).toMatch(/503|could not be loaded/);
});

test("a business that wants no images gets none", async ({ page, pulsen }) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", "e2e-quiet");
  const chat = await openChat(page, pulsen, access);
  await expect(chat.box).toBeEnabled();
  await expect(chat.imageInput).toHaveCount(0);
  await giveFiles(chat.box, "paste", png("pasted.png"));
  await chat.send("Only words");
  await expect(chat.message("Only words")).toContainText("Sent");
  await expect(page.getByText("pasted.png")).toHaveCount(0);
});

test("an image of the staff is shown in the widget @phone", async ({ page, widget, pulsen, staff, host }) => {
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2ECHAT") }));
  await widget.open();
  const { feedbackId } = await widget.submitFeedback();
  await expect(widget.chat.box).toBeEnabled();
  await staff.sendImage(feedbackId, png("plan.png", [300, 900]), "The way to us");
  await widget.chat.image("plan.png").click();
  await expect(widget.button("Close").last()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(widget.chat.image("plan.png")).toBeFocused();
});

async function openChat(page: Page, pulsen: PulsenServer, access: ChatAccess): Promise<ChatView> {
  const live = waitForLiveUpdates(page);
  await page.goto(chatLink(pulsen, access));
  await live;
  return new ChatView(page);
}
