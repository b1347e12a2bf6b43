import { CHAT_RECORDS, Visitor } from "./support/inbox";
import { reply, talk } from "./support/inboxPage";
import { areas, expect, type Page, test } from "./support/test";

test.beforeEach(({ pulsen }) => pulsen.import(CHAT_RECORDS));

const offlineBar = (page: Page) => page.getByText("There is no connection.");

/** Opens a chat, and waits until what is written is kept from the first moment on. */
async function openChat(page: Page, url: string, { id }: Visitor) {
  await page.goto(`${url}/staff/inbox/${id}?view=all`);
  await expect(talk(page)).toContainText("Is anybody there?");
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain("pulsen-console-outbox");
}

/** Ends the tab as the browser does that has no memory left: nothing of the page runs any more. */
async function crash(page: Page) {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void session.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}

/** How many replies the browser keeps until the server has them. */
const keptReplies = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("pulsen-console-outbox");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const count = opening.result.transaction("messages").objectStore("messages").count();
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );

/** What is in the drafts that the browser keeps. */
const storedDrafts = (page: Page) =>
  page.evaluate(() => {
    const drafts: Record<string, { body: string }> = JSON.parse(
      localStorage.getItem("pulsen-console-drafts") ?? "{}",
    );
    return Object.values(drafts).map(({ body }) => body);
  });

for (const [how, end] of [
  ["is closed", (page: Page) => page.close()],
  ["crashes", crash],
] as const)
  test(`a reply is sent once where the tab ${how} after Enter, while the server is away`, async ({
    page,
    context,
    pulsen,
    arrive,
  }) => {
    const visitor = await Visitor.begin(pulsen, "Yusuf", "Is anybody there?");
    await arrive("Berk");
    await openChat(page, pulsen.url, visitor);
    await pulsen.kill();
    await reply(page).fill("Yes, we are.");
    await expect.poll(() => storedDrafts(page)).toEqual(["Yes, we are."]);
    await reply(page).press("Enter");
    // Until then it is a draft, which stays as well.
    await expect.poll(() => keptReplies(page)).toBe(1);
    await end(page);
    await pulsen.restart();

    const next = await context.newPage();
    await next.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
    await expect(talk(next).getByText("Yes, we are.")).toHaveCount(1);
    await expect.poll(() => visitor.reads()).toEqual(["customer: Is anybody there?", "staff: Yes, we are."]);
    await expect(talk(next)).not.toContainText("Sending…");
    // Nothing of it is left for a third page.
    await next.reload();
    await expect(talk(next).getByText("Yes, we are.")).toHaveCount(1);
    expect(await visitor.reads()).toHaveLength(2);
  });

test("a reply is stored once where the tab crashes before the answer, and is no draft any more", async ({
  page,
  context,
  pulsen,
  arrive,
}) => {
  const visitor = await Visitor.begin(pulsen, "Yusuf", "Is anybody there?");
  await arrive("Cem");
  // No pause ends by itself from here on, also not that before a draft is stored.
  await page.clock.install();
  await openChat(page, pulsen.url, visitor);
  await reply(page).fill("How can we help?");
  await page.clock.runFor(1_000);
  expect(await storedDrafts(page)).toEqual(["How can we help?"]);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  let note = () => {};
  const stored = new Promise<void>((resolve) => {
    note = resolve;
  });
  await page.route("**/messages", async (route) => {
    await route.fetch();
    note();
  });
  await reply(page).press("Enter");
  await stored;
  expect(await visitor.reads()).toHaveLength(2);
  await crash(page);

  // The clock is that of the browser.
  await context.clock.resume();
  const next = await context.newPage();
  await next.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expect(talk(next).getByText("How can we help?")).toHaveCount(1);
  await expect(talk(next)).not.toContainText("Sending…");
  await expect(reply(next)).toHaveValue("");
  expect(await visitor.reads()).toEqual(["customer: Is anybody there?", "staff: How can we help?"]);
});

test("what is being written is there after a crash of the tab", async ({ page, context, pulsen, arrive }) => {
  const first = await Visitor.begin(pulsen, "Yusuf", "Is anybody there?");
  const second = await Visitor.begin(pulsen, "Zeynep", "Is anybody there?");
  await arrive("Deniz");
  await openChat(page, pulsen.url, first);
  await reply(page).fill("Half a sen");
  await openChat(page, pulsen.url, second);
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await page.getByRole("textbox", { name: "Note for your team" }).fill("Half a note");
  await expect.poll(() => storedDrafts(page)).toEqual(["Half a note", "Half a sen"]);
  await crash(page);

  const next = await context.newPage();
  await openChat(next, pulsen.url, first);
  await expect(reply(next)).toHaveValue("Half a sen");
  await openChat(next, pulsen.url, second);
  await expect(next.getByRole("textbox", { name: "Note for your team" })).toHaveValue("Half a note");
  expect(await first.reads()).toHaveLength(1);
});

test("a page goes on after a kill of the server: it says so, sends once what waits, and shows what came", async ({
  page,
  pulsen,
  arrive,
}) => {
  const visitor = await Visitor.begin(pulsen, "Yusuf", "Is anybody there?");
  await arrive("Emre");
  await openChat(page, pulsen.url, visitor);
  await reply(page).fill("Yes, we");
  await pulsen.kill();
  await expect(offlineBar(page)).toBeVisible();
  // What is there stays, and so does what is being written.
  await expect(talk(page)).toContainText("Is anybody there?");
  await expect(reply(page)).toHaveValue("Yes, we");
  await reply(page).press("End");
  await reply(page).pressSequentially(" are.");
  await reply(page).press("Enter");
  await expect(talk(page)).toContainText("Waits for the connection");
  await reply(page).fill("And one mo");

  await pulsen.restart();
  await visitor.write("I am still here.");
  await expect(talk(page)).toContainText("I am still here.");
  await expect(offlineBar(page)).toBeHidden();
  await expect
    .poll(async () => (await visitor.reads()).filter((line) => line === "staff: Yes, we are."))
    .toHaveLength(1);
  await expect(talk(page).getByText("Yes, we are.")).toHaveCount(1);
  await expect(talk(page)).not.toContainText("Waits for the connection");
  await expect(reply(page)).toHaveValue("And one mo");
  await reply(page).press("Enter");
  await expect.poll(() => visitor.reads()).toContain("staff: And one mo");
  // Also the session is still there.
  await page.reload();
  await expect(areas(page)).toBeVisible();
  await expect(talk(page).getByText("Yes, we are.")).toHaveCount(1);
});

test("what waits is sent once by one of two pages after a kill of the server", async ({
  page,
  context,
  pulsen,
  arrive,
}) => {
  const visitor = await Visitor.begin(pulsen, "Yusuf", "Is anybody there?");
  await arrive("Figen");
  const other = await context.newPage();
  for (const one of [page, other]) await openChat(one, pulsen.url, visitor);
  await pulsen.kill();
  for (const one of [page, other]) await expect(offlineBar(one)).toBeVisible();
  for (const [one, text] of [
    [page, "First"],
    [other, "Second"],
  ] as const) {
    await reply(one).fill(text);
    await reply(one).press("Enter");
    await expect(talk(one).getByText(text, { exact: true })).toBeVisible();
  }
  await pulsen.restart();
  for (const one of [page, other]) {
    await expect(talk(one)).not.toContainText(/Waits for the connection|Sending…/);
    for (const text of ["First", "Second"])
      await expect(talk(one).getByText(text, { exact: true })).toHaveCount(1);
  }
  expect((await visitor.reads()).sort()).toEqual([
    "customer: Is anybody there?",
    "staff: First",
    "staff: Second",
  ]);
});
