import type { Page } from "@playwright/test";
import { chatLink, submitFeedback, VisitorApi } from "./support/chatApi";
import { waitForLiveUpdates } from "./support/chatTraffic";
import { ChatView } from "./support/chatView";
import { stopClock } from "./support/clock";
import type { PulsenServer } from "./support/pulsenServer";
import { StaffSocket } from "./support/staffSocket";
import { test as base, expect, expectAccessible } from "./support/test";

/** Zeynep is at a console. */
const test = base.extend<object, { zeynep: StaffSocket }>({
  zeynep: [
    async ({ pulsen }, use) => {
      const zeynep = await StaffSocket.connect(pulsen, pulsen.staffToken("Zeynep"));
      await use(zeynep);
      zeynep.disconnect();
    },
    { scope: "worker" },
  ],
});

test("the visitor sees that somebody of the staff is typing, until they stop, write or go @phone", {
  tag: "@4.1.3",
}, async ({ page, pulsen, staff, zeynep }) => {
  await stopClock(page);
  const { feedbackId, chat } = await openChat(page, pulsen);
  const said = page.getByRole("status").filter({ hasText: "Zeynep is typing…" });
  const begin = async () => {
    expect(await zeynep.types(feedbackId)).toEqual({ ok: true });
    await expect(chat.typing).toBeVisible();
    await expect(said).toHaveCount(1);
  };
  const expectEnd = async () => {
    await expect(chat.typing).toHaveCount(0);
    await expect(said).toHaveCount(0);
  };
  await begin();
  await expect(chat.typing).toBeInViewport();
  await zeynep.types(feedbackId, false);
  await expectEnd();

  await begin();
  await staff.sendMessage(feedbackId, "We are there until six");
  await chat.expectMessages("We are there until six");
  await expectEnd();

  await begin();
  await page.clock.runFor(6_000);
  await expectEnd();
});

test("staff are told that the visitor is typing, not at each key, and what the visitor has seen", async ({
  page,
  pulsen,
  staff,
  zeynep,
}) => {
  await stopClock(page);
  const { feedbackId, chat } = await openChat(page, pulsen);
  const told = () => zeynep.toldOf(feedbackId);
  await expect.poll(told).toContain("customer has seen 0");
  await chat.box.pressSequentially("Hello");
  await expect.poll(told).toContain("customer types");
  await page.clock.runFor(4_000);
  await chat.box.pressSequentially(" there");
  await chat.box.fill("");
  await expect
    .poll(() => told().filter((what) => /types|stopped/.test(what)))
    .toEqual(["customer types", "customer types", "customer has stopped"]);

  await staff.sendMessage(feedbackId, "Good morning");
  await chat.expectMessages("Good morning");
  await expect.poll(told).toContain("customer has seen 1");
});

test("the last message that the staff have seen is marked, until they answer @phone", async ({
  page,
  pulsen,
  staff,
  zeynep,
}) => {
  const { feedbackId, chat, access } = await openChat(page, pulsen);
  for (const body of ["One", "Two"]) {
    await chat.send(body);
    await expect(chat.message(body)).toContainText("Sent");
  }
  await expect(chat.seen).toHaveCount(0);
  expect(await zeynep.sees(feedbackId, "1")).toEqual({ ok: true });
  await expect(chat.note("One")).toHaveText("Seen");
  await expect(chat.seen).toHaveCount(1);
  await zeynep.sees(feedbackId, (await new VisitorApi(pulsen, access).chat()).cursor);
  await expect(chat.note("Two")).toHaveText("Seen");
  await expect(chat.seen).toHaveCount(1);
  await expectAccessible(page);

  // Anyone who comes later learns it, too.
  await page.reload();
  await expect(chat.note("Two")).toHaveText("Seen");
  await staff.sendMessage(feedbackId, "Three");
  await chat.expectMessages("One", "Two", "Three");
  await expect(chat.seen).toHaveCount(0);
});

test("a business can switch off both, for both sides", async ({ page, pulsen, zeynep }) => {
  const { feedbackId, chat } = await openChat(page, pulsen, "e2e-quiet");
  const refused = { ok: false, code: "switched_off" };
  await chat.send("One");
  await expect(chat.message("One")).toContainText("Sent");
  expect(await zeynep.types(feedbackId)).toEqual(refused);
  expect(await zeynep.sees(feedbackId, "1")).toEqual(refused);
  await chat.box.pressSequentially("Two");
  await page.keyboard.press("Enter");
  await expect(chat.message("Two")).toContainText("Sent");
  // The connection keeps the order: signals would have arrived before this.
  await expect.poll(() => zeynep.toldOf(feedbackId)).toContain("is at 2");
  expect(zeynep.toldOf(feedbackId).filter((what) => /types|seen/.test(what))).toEqual([]);
  await expect(chat.seen).toHaveCount(0);
  await expect(chat.typing).toHaveCount(0);
});

async function openChat(page: Page, pulsen: PulsenServer, nodeId?: string) {
  const access = await submitFeedback(pulsen, "Warmer lamps", nodeId);
  const live = waitForLiveUpdates(page);
  await page.goto(chatLink(pulsen, access));
  await live;
  return { access, feedbackId: access.feedbackId, chat: new ChatView(page) };
}
