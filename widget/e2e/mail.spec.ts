import { ChatView, expectAccessible, PulsenServer, StaffSocket, watchLayoutShifts } from "pulsen-loader/e2e";
import { askForHelp, importHelpDesk } from "./support/helpDesk";
import { type MailServer, startMailServer } from "./support/mailServer";
import { test as base, expect, type Page } from "./support/test";

const test = base.extend<object, { mails: MailServer }>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
    async ({}, use) => {
      const mails = await startMailServer();
      await use(mails);
      mails.stop();
    },
    { scope: "worker" },
  ],
  pulsen: [
    async ({ mails }, use) => {
      const pulsen = await PulsenServer.start({ smtpUrl: mails.url, publicUrl: "https://feedback.example" });
      importHelpDesk(pulsen);
      await use(pulsen);
      await pulsen.stop();
    },
    { scope: "worker" },
  ],
});

const ask = (page: Page) => page.getByRole("button", { name: "Email me when there is a reply" });
const field = (page: Page) => page.getByLabel("Your email address");

/** Opens the chat of a new feedback, and returns the feedback's id. */
async function openChat(page: Page, pulsen: PulsenServer): Promise<string> {
  const { feedbackId, token } = await askForHelp(pulsen);
  await page.goto(`${pulsen.url}/chat?feedback_id=${feedbackId}&token=${token}`);
  await expect(ask(page)).toBeVisible();
  return feedbackId;
}

/** Looks away from a chat, and waits until the server knows: no mail is sent about a reply that comes before their eyes. */
async function lookAway(page: Page, pulsen: PulsenServer, feedbackId: string, token: string) {
  const staff = await StaffSocket.connect(pulsen, token);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  // The connection keeps the order: what staff are told of was sent after that.
  await new ChatView(page).box.pressSequentially("And");
  await expect.poll(() => staff.toldOf(feedbackId)).toContain("customer types");
  staff.disconnect();
}

test("a visitor who leaves an address gets a mail about a reply and comes back by a link @mobile", async ({
  page,
  context,
  pulsen,
  mails,
}) => {
  const feedbackId = await openChat(page, pulsen);
  await expectAccessible(page);

  await test.step("by keyboard, with an error that is announced", async () => {
    await ask(page).focus();
    await page.keyboard.press("Enter");
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("ada");
    await page.keyboard.press("Enter");
    await expect(field(page)).toHaveAccessibleDescription("Please enter a valid email.");
    await expect(field(page)).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type("@example.org");
    await page.keyboard.press("Enter");
    const status = page.getByText("You will get an email at a…@example.org when there is a reply.");
    await expect(status).toBeFocused();
    await expectAccessible(page);
  });

  const token = pulsen.staffToken(feedbackId);
  await lookAway(page, pulsen, feedbackId, token);
  await page.close();
  const replied = await context.request.post(`${pulsen.url}/v1/staff/chats/${feedbackId}/messages`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { body: "We have found it" },
  });
  expect(replied.status()).toBe(200);
  const mail = await mails.mailTo("ada@example.org");
  const link = /https:\/\/feedback\.example(\/chat\?\S+)/.exec(mail)?.[1];
  const there = await context.newPage();
  await there.goto(`${pulsen.url}${link}`);
  await expect(there.getByText("We have found it")).toBeVisible();

  await test.step("and stops the mails", async () => {
    const stop = /https:\/\/feedback\.example(\/chat\/stop_mails\?\S+)/.exec(mail)?.[1];
    const page = await context.newPage();
    await page.goto(`${pulsen.url}${stop}`);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Stop these emails" }).click();
    await expect(
      page.getByRole("heading", { name: "You will no longer get emails about this conversation." }),
    ).toBeVisible();
    await expectAccessible(page);
    await there.reload();
    await expect(ask(there)).toBeVisible();
  });
});

test("the footer does not move when its part for e-mail arrives", async ({ page, pulsen }) => {
  const shifts = await watchLayoutShifts(page);
  await openChat(page, pulsen);
  expect(await shifts()).toEqual([]);
});
