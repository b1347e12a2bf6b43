import { randomUUID } from "node:crypto";
import { expectAccessible, PulsenServer, watchLayoutShifts } from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { type MailServer, startMailServer } from "./support/mailServer";
import { test as base, expect, type Page } from "./support/test";

/** Its only answer leads to a chat. */
const FLOW = {
  id: "help",
  languages: [{ id: "en", code: "en", name: "English" }],
  states: [
    {
      id: "question",
      isInitialState: true,
      nextStateId: "talk",
      elements: [
        {
          id: "e-what",
          type: "question",
          order: 1,
          question: { id: "q-what", key: "what", style: "text", body: { en: "How can we help?" } },
        },
        { id: "e-send", type: "submit", order: 2, body: { en: "Send" } },
      ],
    },
    { id: "talk", style: "chat", elements: [] },
  ],
};

const NODE = { id: "help", name: "Fener Coffee", flow_id: FLOW.id, default_language_id: "en" };

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
      importRecords(pulsen, { nodes: [NODE], flows: [FLOW] });
      await use(pulsen);
      await pulsen.stop();
    },
    { scope: "worker" },
  ],
});

const ask = (page: Page) => page.getByRole("button", { name: "E-mail me when there is a reply" });
const field = (page: Page) => page.getByLabel("Your e-mail address");

/** Opens the chat of a new feedback, and returns the feedback's id. */
async function openChat(page: Page, pulsen: PulsenServer): Promise<string> {
  const feedback = {
    device_id: randomUUID(),
    node_id: NODE.id,
    flow_id: FLOW.id,
    language_id: "en",
    created_at: new Date().toISOString(),
    created_offline: false,
    time_spent_in_seconds: 5,
    responses: [{ question_id: "q-what", body: "My umbrella is gone" }],
  };
  const response = await page.request.post(`${pulsen.url}/v1/feedbacks`, { data: feedback });
  expect(response.status()).toBe(200);
  const { id, chat_token_string: token } = await response.json();
  await page.goto(`${pulsen.url}/chat?feedback_id=${id}&token=${token}`);
  await expect(ask(page)).toBeVisible();
  return id;
}

test("a visitor who leaves an address is told of a reply and comes back by a link @mobile", async ({
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
    const status = page.getByText("You will get an e-mail at a…@example.org when there is a reply.");
    await expect(status).toBeFocused();
    await expectAccessible(page);
  });

  await page.close();
  const replied = await context.request.post(`${pulsen.url}/v1/staff/chats/${feedbackId}/messages`, {
    headers: { Authorization: `Bearer ${pulsen.staffToken("mail")}` },
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
    await page.getByRole("button", { name: "Stop these e-mails" }).click();
    await expect(
      page.getByRole("heading", { name: "You will not get any more e-mails about this conversation." }),
    ).toBeVisible();
    await expectAccessible(page);
    await there.reload();
    await expect(ask(there)).toBeVisible();
  });
});

test("the footer does not move when its part for e-mail arrives", async ({ page, pulsen }) => {
  const shifts = await watchLayoutShifts(page);
  await openChat(page, pulsen);
  expect(await shifts()).toBeLessThan(0.01);
});
