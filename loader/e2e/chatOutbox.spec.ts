import type { Page } from "@playwright/test";
import { type ChatAccess, messageLines, type StaffApi, submitFeedback } from "./support/chatApi";
import { ChatView } from "./support/chatView";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, test } from "./support/test";

const POSTS = "**/chat_messages?*";
const PATIENTLY = { timeout: 60_000 };

async function openChat(page: Page, pulsen: PulsenServer, { feedbackId, token }: ChatAccess) {
  await page.goto(`${pulsen.url}/chat?feedback_id=${feedbackId}&token=${token}`);
  const chat = new ChatView(page);
  await expect(chat.box).toBeEnabled();
  return chat;
}

async function bodies(staff: StaffApi, { feedbackId }: ChatAccess): Promise<string[]> {
  const lines = messageLines((await staff.chat(feedbackId)).timeline_items);
  return lines.map((line) => line.replace(/^\w+: /, ""));
}

/** Opens a page that has no chat; returns the scripts that it loads from then on. */
async function openLinkPage(page: Page, pulsen: PulsenServer): Promise<string[]> {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) scripts.push(request.url());
  });
  await page.goto(`${pulsen.url}/feedback?node_id=e2e-thanks`);
  await expect(page.getByRole("heading").first()).toBeVisible();
  return scripts;
}

function isOfChat(script: string): boolean {
  return /\/(chat|socketClient)-[\w-]+\.js$/.test(script);
}

function ignoreFailedRequests(consoleErrors: string[]) {
  for (const error of consoleErrors.splice(0)) expect(error).toMatch(/ERR_|Failed to load resource/);
}

test("messages that wait are sent by a page without a chat, which loads what that needs and no chat", async ({
  page,
  context,
  pulsen,
  staff,
  consoleErrors,
}) => {
  const access = await submitFeedback(pulsen);
  const chat = await openChat(page, pulsen, access);
  await page.route(POSTS, (route) => route.abort("connectionrefused"));
  for (const body of ["One", "Two"]) await chat.send(body);
  await expect(chat.note("One")).toContainText("Not sent yet", PATIENTLY);
  await page.close();
  expect(await bodies(staff, access)).toEqual([]);

  const other = await context.newPage();
  const scripts = await openLinkPage(other, pulsen);
  await expect.poll(() => bodies(staff, access), PATIENTLY).toEqual(["One", "Two"]);
  expect(scripts.some((script) => script.includes("/chatOutbox-"))).toBe(true);
  expect(scripts.filter(isOfChat)).toEqual([]);
  ignoreFailedRequests(consoleErrors);
});

test("a tab that is frozen while it sends holds up no other one for long", async ({
  page,
  context,
  pulsen,
  staff,
  consoleErrors,
}) => {
  const access = await submitFeedback(pulsen);
  const frozen = await openChat(page, pulsen, access);
  // It is never answered, so that its tab has the lock until it is frozen.
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  await page.route(POSTS, () => reach());
  await frozen.send("From the frozen tab");
  await reached;
  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.setWebLifecycleState", { state: "frozen" });

  const other = await context.newPage();
  const chat = await openChat(other, pulsen, access);
  await chat.send("From the other tab");
  await expect
    .poll(() => bodies(staff, access), PATIENTLY)
    .toEqual(["From the frozen tab", "From the other tab"]);

  await page.unroute(POSTS);
  await devtools.send("Page.setWebLifecycleState", { state: "active" });
  await expect(frozen.messages()).toHaveText(["From the frozen tab", "From the other tab"], PATIENTLY);
  ignoreFailedRequests(consoleErrors);
});

test("what was in memory is written down when another page no longer keeps the database", async ({
  page,
  context,
  pulsen,
  staff,
  consoleErrors,
}) => {
  const access = await submitFeedback(pulsen);
  // A page that does not come to an end with its layout of the database, such as one that is frozen.
  const keeper = await context.newPage();
  await keeper.goto(`${pulsen.url}/healthz`);
  await keeper.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("pulsen-outbox", 1);
        opening.onupgradeneeded = () => {
          const store = opening.result.createObjectStore("kept");
          // As long as it asks for something, the change of the layout goes on.
          const ask = () => {
            store.count().onsuccess = ask;
          };
          ask();
          resolve(undefined);
        };
      }),
  );
  const chat = await openChat(page, pulsen, access);
  await page.route(POSTS, (route) => route.abort("connectionrefused"));
  await chat.send("One");
  await expect(chat.note("One")).toContainText("Not sent yet", PATIENTLY);

  await keeper.close();
  const stored = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open("pulsen-outbox");
          opening.onsuccess = () => {
            const database = opening.result;
            // It is not the page's own yet.
            if (!database.objectStoreNames.contains("messages")) {
              database.close();
              return resolve(0);
            }
            const counting = database.transaction("messages").objectStore("messages").count();
            counting.onsuccess = () => resolve(counting.result);
            database.close();
          };
        }),
    );
  await expect.poll(stored, PATIENTLY).toBe(1);
  await page.close();
  await openLinkPage(await context.newPage(), pulsen);
  await expect.poll(() => bodies(staff, access), PATIENTLY).toEqual(["One"]);
  ignoreFailedRequests(consoleErrors);
});
