import type { Page } from "@playwright/test";
import { type ChatAccess, chatLink, submitFeedback, VisitorApi } from "./support/chatApi";
import { waitForLiveUpdates, withLiveUpdatesOnly } from "./support/chatTraffic";
import { ChatView } from "./support/chatView";
import { scriptTag } from "./support/hostSite";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, expectAccessible, test } from "./support/test";

const NODE = "e2e-chat";

test("a chat that is over is rated, and again once the visitor has written @phone", async ({
  page,
  pulsen,
  staff,
}) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", NODE);
  const chat = await openChat(page, pulsen, access);
  await expect(chat.rating).toHaveCount(0);
  await staff.close(access.feedbackId);
  await expect(chat.rating).toBeVisible();
  await test.step("to rate", () => expectAccessible(page));

  await chat.rate("Good").click();
  await expect(chat.rate("Good")).toHaveAttribute("aria-pressed", "true");
  await expect(chat.rating).toContainText("Thank you for your rating.");
  for (const name of ["Bad", "Okay", "Good"]) await expect(chat.rate(name)).toBeDisabled();
  await test.step("rated", () => expectAccessible(page));
  await page.reload();
  await expect(chat.rate("Good")).toHaveAttribute("aria-pressed", "true");

  await staff.reopen(access.feedbackId);
  await expect(chat.rating).toHaveCount(0);
  await expect(chat.log).toContainText("Your rating: Good");
  await chat.send("One more thing");
  await expect(chat.message("One more thing")).toContainText("Sent");
  await staff.close(access.feedbackId);
  await expect(chat.rate("Good")).toHaveAttribute("aria-pressed", "false");
  await chat.rate("Bad").click();
  await expect(chat.rate("Bad")).toHaveAttribute("aria-pressed", "true");
  // The earlier one stands where it was given.
  await expect(chat.log).toContainText(/Your rating: Good.*One more thing/s);
  // The choice is shown before the server has it.
  const given = async () => (await new VisitorApi(pulsen, access).chat()).chat_ratings ?? [];
  await expect.poll(async () => (await given()).map(({ rating }) => rating)).toEqual([100, 0]);
});

test("three tabs show a rating at once", async ({ page, pulsen, staff }) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", NODE);
  const others = [await page.context().newPage(), await page.context().newPage()];
  const tabs = [page, ...others];
  const chats = await Promise.all(tabs.map((tab) => openChat(tab, pulsen, access)));
  await staff.close(access.feedbackId);
  for (const chat of chats) await expect(chat.rating).toBeVisible();
  await withLiveUpdatesOnly(others[0] as Page, () =>
    withLiveUpdatesOnly(others[1] as Page, async () => {
      await chats[0]?.rate("Okay").click();
      for (const chat of chats) await expect(chat.rate("Okay")).toHaveAttribute("aria-pressed", "true");
    }),
  );
});

test("a rating that could not be saved says so, and is given again by keyboard", async ({
  page,
  widget,
  pulsen,
  staff,
  consoleErrors,
}) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", NODE);
  await staff.close(access.feedbackId);
  const chat = await openChat(page, pulsen, access);
  await page.route("**/chat_ratings", (route) => route.abort("connectionrefused"), { times: 1 });
  await chat.log.focus();
  await widget.tabTo(chat.rate("Good"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Your rating could not be saved.");
  await test.step("a failure", () => expectAccessible(page));
  await expect(chat.rate("Good")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Try again" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chat.rate("Good")).toHaveAttribute("aria-pressed", "true");
  for (const error of consoleErrors.splice(0)) expect(error).toContain("ERR_CONNECTION_REFUSED");
});

test("a rating that another device has given is shown where a second one is refused @phone", async ({
  page,
  pulsen,
  staff,
  consoleErrors,
}) => {
  const access = await submitFeedback(pulsen, "Warmer lamps", NODE);
  await staff.close(access.feedbackId);
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.goto(chatLink(pulsen, access));
  const chat = new ChatView(page);
  await expect(chat.rating).toBeVisible();
  // The page, which has no live updates, must not learn of it by itself before the visitor presses.
  await withLiveUpdatesOnly(page, async () => {
    await new VisitorApi(pulsen, access).rate(0);
    await chat.rate("Good").click();
  });
  await expect(chat.rate("Bad")).toHaveAttribute("aria-pressed", "true");
  await expect(chat.rate("Good")).toHaveAttribute("aria-pressed", "false");
  for (const error of consoleErrors.splice(0)) expect(error).toMatch(/409|WebSocket|socket\.io/);
});

test("a chat is rated in the widget @phone", async ({ page, widget, pulsen, staff, host }) => {
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2ECHAT") }));
  await widget.open();
  const { feedbackId } = await widget.submitFeedback();
  await expect(widget.chat.box).toBeEnabled();
  await staff.close(feedbackId);
  await widget.chat.rate("Good").click();
  await expect(widget.chat.rating).toContainText("Thank you for your rating.");
  await expectAccessible(page);
});

async function openChat(page: Page, pulsen: PulsenServer, access: ChatAccess): Promise<ChatView> {
  const live = waitForLiveUpdates(page);
  await page.goto(chatLink(pulsen, access));
  await live;
  return new ChatView(page);
}
