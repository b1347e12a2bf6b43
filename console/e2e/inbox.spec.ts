import { png } from "pulsen-loader/e2e";
import { CHAT_RECORDS, putCannedReply, Visitor } from "./support/inbox";
import { link, reply, row, talk } from "./support/inboxPage";
import { expectAccessibleInThemes, expectFits } from "./support/look";
import { expect, type Page, signUp, test } from "./support/test";

test.beforeEach(({ pulsen }) => pulsen.import(CHAT_RECORDS));

test("staff read and answer a visitor, who sees no notes", async ({ page, pulsen, arrive }) => {
  await putCannedReply(pulsen, "late", "Sorry for the delay", "Sorry that you had to wait!");
  const visitor = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
  await arrive("Ayla");
  await page.goto(`${pulsen.url}/staff/inbox?view=nobody`);
  await expect(row(page, "Zeynep")).toContainText("The lamp flickers.");
  await expect(row(page, "Zeynep").getByText("1 unread message")).toBeAttached();
  await link(page, "Zeynep").click();
  await expect(talk(page)).toContainText("The lamp flickers.");
  // What was seen is read.
  await expect(row(page, "Zeynep").getByText("unread message")).toHaveCount(0);
  await expect(page.getByRole("complementary", { name: "Customer" })).toContainText("Warmer lamps");

  await reply(page).fill("We look at it");
  await reply(page).press("Shift+Enter");
  await reply(page).pressSequentially("today.");
  await reply(page).press("Enter");
  await expect(reply(page)).toHaveValue("");
  await expect.poll(() => visitor.reads()).toContain("staff: We look at it\ntoday.");
  await visitor.write("Thank you!");
  await expect(talk(page)).toContainText("Thank you!");

  await page.getByRole("button", { name: "Note", exact: true }).click();
  await page.getByRole("textbox", { name: "Note for your team" }).fill("Ask Cem for a spare lamp.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(talk(page).getByText("Ask Cem for a spare lamp.")).toHaveCount(1);

  await reply(page).fill("Hello! ");
  await reply(page).pressSequentially(":del");
  await expect(page.getByRole("option", { name: /Sorry for the delay/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await reply(page).press("Enter");
  await expect(reply(page)).toHaveValue("Hello! Sorry that you had to wait!");

  // A draft survives a reload, and the list marks it.
  await page.reload();
  await expect(reply(page)).toHaveValue("Hello! Sorry that you had to wait!");
  await expect(row(page, "Zeynep")).toContainText("Draft");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Attach an image" }).click(),
  ]);
  await chooser.setFiles(png("lamp.png"));
  await page.getByRole("button", { name: "Send" }).click();
  const image = talk(page).getByRole("img", { name: /^Image/ });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect
    .poll(() => visitor.reads())
    .toEqual([
      "customer: The lamp flickers.",
      "staff: We look at it\ntoday.",
      "customer: Thank you!",
      "staff: Hello! Sorry that you had to wait!",
    ]);
});

test("what is written without a connection is sent once when it is back, also after a lost answer", async ({
  page,
  context,
  pulsen,
  arrive,
}) => {
  const visitor = await Visitor.begin(pulsen, "Yusuf", "Is anybody there?");
  await arrive("Berk");
  await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
  await expect(talk(page)).toContainText("Is anybody there?");
  await context.setOffline(true);
  await reply(page).fill("Yes, we are.");
  await reply(page).press("Enter");
  await expect(talk(page)).toContainText("Waits for the connection");
  await context.setOffline(false);
  await expect.poll(() => visitor.reads()).toEqual(["customer: Is anybody there?", "staff: Yes, we are."]);
  await expect(talk(page).getByText("Yes, we are.")).toHaveCount(1);
  await expect(talk(page)).not.toContainText("Waits for the connection");

  // The server stores it, and its answer is lost: the next try gets the same message.
  let isLost = false;
  await page.route("**/messages", async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await reply(page).fill("How can we help?");
  await reply(page).press("Enter");
  await expect.poll(() => visitor.reads()).toHaveLength(3);
  await expect(talk(page)).not.toContainText(/Sending…|Waits for the connection/);
  await expect(talk(page).getByText("How can we help?")).toHaveCount(1);
  expect(await visitor.reads()).toHaveLength(3);

  // What is refused can be tried again, or removed.
  await page.unroute("**/messages");
  await page.route("**/messages", (route) =>
    route.fulfill({ status: 409, json: { code: "chat_full", title: "The chat is full." } }),
  );
  await reply(page).fill("One more thing");
  await reply(page).press("Enter");
  await expect(talk(page).getByRole("alert")).toContainText("The chat is full.");
  await talk(page).getByRole("button", { name: "Remove" }).click();
  await expect(talk(page)).not.toContainText("One more thing");
});

test("chats are assigned, snoozed, tagged, found, closed and reopened", async ({ page, pulsen, arrive }) => {
  const visitor = await Visitor.begin(pulsen, "Defne", "Quokka number one");
  await arrive("Cansu");
  await page.goto(`${pulsen.url}/staff/inbox?view=all&text=quokka`);
  await link(page, "Defne").click();
  await page.getByRole("button", { name: "Take it" }).click();
  await expect(page.getByText("Assigned to Cansu")).toBeVisible();
  await expect(talk(page)).toContainText("Cansu took the chat");
  await expect(row(page, "Defne")).toContainText("Cansu");

  await page.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("combobox", { name: "Assign to" }).fill("Nob");
  await expect(page.getByRole("dialog").getByRole("option")).toHaveText("Nobody");
  await page.getByRole("combobox", { name: "Assign to" }).press("Enter");
  await expect(page.getByText("Unassigned", { exact: true }).last()).toBeVisible();

  await page.getByRole("button", { name: "Add a tag" }).click();
  await page.getByRole("combobox", { name: "Add or remove a tag" }).fill("Lighting");
  await page.getByRole("combobox", { name: "Add or remove a tag" }).press("Enter");
  await expect(row(page, "Defne")).toContainText("lighting");

  await page.getByRole("button", { name: "Snooze", exact: true }).click();
  await page.getByRole("option", { name: /^Tomorrow/ }).click();
  await expect(page.getByText("The chat is snoozed.")).toBeVisible();
  await page.getByRole("link", { name: "Snoozed", exact: true }).click();
  await expect(row(page, "Defne")).toBeVisible();
  // The customer writes: it comes back.
  await visitor.write("Quokka number two");
  await expect(page.getByText("No chat fits")).toBeVisible();
  await page.getByRole("link", { name: "Search in all open chats" }).click();
  await link(page, "Defne").click();

  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("The chat is closed.")).toBeVisible();
  await expect(page.getByText("The chat is over.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("button", { name: "Close", exact: true })).toBeVisible();
  await expect(talk(page)).toContainText("Cansu reopened the chat");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("button", { name: "More actions" })
      .click()
      .then(() => page.getByRole("menuitem", { name: "Download the transcript" }).click()),
  ]);
  expect(download.suggestedFilename()).toContain(visitor.id);

  const more = page.getByRole("button", { name: "More actions" });
  await more.press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: "Block the sender" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await more.click();
  await page.getByRole("menuitem", { name: "Block the sender" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Block the sender" }).click();
  await expect(page.getByRole("complementary", { name: "Customer" })).toContainText("Blocked");
  await expect(page.getByText("The chat is over.")).toBeVisible();
});

test("everything is done by keys, also in several chats at once", async ({ page, pulsen, arrive }) => {
  // The last one is the first of the list.
  const second = await Visitor.begin(pulsen, "Kaan", "Wombat two");
  const first = await Visitor.begin(pulsen, "Kemal", "Wombat one");
  await Visitor.begin(pulsen, "Kenan", "Emu");
  await arrive("Deniz");
  await page.goto(`${pulsen.url}/staff/inbox?view=all`);
  await expect(page.getByRole("link", { name: /^K/ })).toHaveCount(3);
  await page.keyboard.press("/");
  await page.keyboard.type("wombat");
  await expect(page.getByRole("link", { name: /^K/ })).toHaveCount(2);
  await expect(page).toHaveURL(/text=wombat/);
  await page.getByRole("heading", { name: "Inbox" }).focus();
  await page.keyboard.press("j");
  await expect(link(page, "Kemal")).toBeFocused();
  await page.keyboard.press("j");
  await expect(link(page, "Kaan")).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(talk(page)).toContainText("Wombat one");
  await page.keyboard.press("c");
  await expect(page.getByText("Assigned to Deniz")).toBeVisible();
  await page.keyboard.press("r");
  await expect(reply(page)).toBeFocused();
  await page.keyboard.type("Hello j k");
  await page.keyboard.press("Enter");
  await expect.poll(() => first.reads()).toContain("staff: Hello j k");
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(talk(page)).toContainText("Wombat two");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/staff\/inbox\?/);
  await expect(talk(page)).toHaveCount(0);
  await expect(link(page, "Kaan")).toBeFocused();

  await page.keyboard.press("x");
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await expect(page.getByRole("toolbar", { name: "2 selected" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByText("Done in 2 chats.")).toBeVisible();
  await expect(page.getByText("No chat fits")).toBeVisible();
  expect(pulsen.query(`SELECT status FROM chats WHERE feedback_id = '${second.id}'`)).toEqual([
    { status: "closed" },
  ]);
});

test("colleagues see each other, and what is new comes to the top; viewers only read", async ({
  page,
  browser,
  pulsen,
  arrive,
}) => {
  const older = await Visitor.begin(pulsen, "Leyla", "First");
  await Visitor.begin(pulsen, "Levent", "Second");
  await arrive("Emre");
  const colleague = await browser.newPage();
  await arrive("Figen", colleague);
  await page.goto(`${pulsen.url}/staff/inbox?view=all`);
  const names = page.getByRole("link", { name: /^Le(yla|vent)/ });
  await expect(names).toHaveText([/^Levent/, /^Leyla/]);
  await older.write("Third");
  await expect(names).toHaveText([/^Leyla/, /^Levent/]);
  await expect(row(page, "Leyla")).toContainText("Third");

  await link(page, "Leyla").click();
  await expect(talk(page)).toContainText("Third");
  await colleague.goto(`${pulsen.url}/staff/inbox/${older.id}?view=all`);
  await expect(page.getByText("Figen is looking at it").first()).toBeVisible();
  await reply(colleague).pressSequentially("I am");
  await expect(page.getByText("Figen is writing…").first()).toBeVisible();
  await colleague.close();
  await expect(page.getByText("Figen is writing…")).toHaveCount(0);

  const viewer = await browser.newPage();
  await signUp(viewer, pulsen, "Gül", "viewer");
  await viewer.goto(`${pulsen.url}/staff/inbox/${older.id}?view=all`);
  await expect(talk(viewer)).toContainText("Third");
  await expect(viewer.getByText("You can read chats, but not answer them.")).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Assign" })).toHaveCount(0);
  await viewer.close();
});

for (const [locale, words] of [
  ["en-US", { chat: "Nil", assign: "Assign", empty: "No chat is snoozed" }],
  ["ar-EG", { chat: "Nur", assign: "إسناد", empty: "لا توجد محادثة مؤجلة" }],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test("the inbox is accessible and fits, in each theme and width", async ({ page, pulsen, arrive }) => {
      const visitor = await Visitor.begin(
        pulsen,
        words.chat,
        `https://${"long".repeat(40)}.example ${"word".repeat(60)}`,
      );
      await arrive(`Person ${locale}`);
      await page.goto(`${pulsen.url}/staff/inbox?view=snoozed`);
      await expect(page.getByText(words.empty)).toBeVisible();
      await look(page);
      await page.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
      await expect(page.getByRole("log")).toContainText("word");
      await look(page);
      await page.getByRole("button", { name: words.assign }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await look(page);
    });
  });
}

async function look(page: Page) {
  for (const width of [320, 768, 1280]) {
    await expectFits(page, [width], ".inbox, .inbox__scroll, .inbox-talk__scroll, .overlay");
    await expectAccessibleInThemes(page);
  }
}

test("the view that is shown is in sight where not all of them have room", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Ayla");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${pulsen.url}/staff/inbox?view=closed`);
  await expect(page.getByRole("link", { name: "Closed" })).toBeInViewport({ ratio: 1 });
});
