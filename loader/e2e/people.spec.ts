import type { Page } from "@playwright/test";
import { HostedWidget } from "./support/hostedWidget";
import { scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { callPsn } from "./support/psn";
import { expect, test } from "./support/test";

const ALICE = { external_id: "alice" };
const BOB = { external_id: "bob" };

/** Reads the storage of the server's origin, as the widget's frame has it. */
const stored = (page: Page) =>
  page
    .frames()
    .find((frame) => frame.url().includes("/widget?code="))
    ?.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));

/** Gives feedback with the widget, which opens a chat. */
async function beginChat(widget: HostedWidget) {
  await widget.open();
  const access = await widget.submitFeedback();
  await expect(widget.chat.log).toBeVisible();
  await expect(widget.chat.box).toBeEnabled();
  return access;
}

test("the next visitor sees nothing of the chat of the one before, who finds it again", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const address = host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {})) });
  await page.goto(address);
  await callPsn(page, "identify", ALICE);
  const { feedbackId } = await beginChat(widget);
  await widget.chat.box.fill("Mine alone");
  await widget.chat.box.press("Enter");
  // The server has it before the next visitor comes.
  await expect(widget.chat.message("Mine alone")).toContainText("Sent");

  await test.step("on the same page", async () => {
    await callPsn(page, "identify", BOB);
    await expect(widget.chat.log).toBeHidden();
    await expect(widget.question("q-mood")).toBeVisible();
    await expect(widget.button("Previous feedback")).toBeHidden();
  });
  await test.step("on the next page, where its replies are not counted", async () => {
    await staff.sendMessage(feedbackId, "Hello Alice");
    await page.goto(address);
    await callPsn(page, "identify", BOB);
    await widget.open();
    await expect(widget.question("q-mood")).toBeVisible();
    await widget.close();
    await expect(widget.launcher).toHaveAccessibleName("Open feedback");
  });
  await test.step("the first one is back", async () => {
    await page.goto(address);
    await callPsn(page, "identify", ALICE);
    await expect(widget.launcher).toHaveAccessibleName("Open feedback (1)");
    await widget.open();
    await widget.chat.expectMessages("Mine alone", "Hello Alice");
    expect(await stored(page)).not.toContain("alice");
  });
});

test("reset forgets who was here, in all tabs", async ({ page, context, widget, pulsen, host }) => {
  const address = host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {})) });
  await page.goto(address);
  await callPsn(page, "identify", ALICE);
  const { token } = await beginChat(widget);
  const other = await context.newPage();
  const otherWidget = new HostedWidget(other);
  await other.goto(address);
  await callPsn(other, "identify", ALICE);
  await otherWidget.open();
  await expect(otherWidget.chat.log).toBeVisible();

  expect(await callPsn(page, "reset")).toEqual({ value: undefined });
  await expect(widget.contentFrame).toBeHidden();
  expect(await stored(page)).not.toContain(token);
  await expect(otherWidget.question("q-mood")).toBeVisible();
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();

  await page.goto(address);
  await callPsn(page, "identify", ALICE);
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
});

test("reset forgets without a content frame as well", async ({ page, widget, pulsen, host }) => {
  const address = host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {})) });
  await page.goto(address);
  await beginChat(widget);
  await page.goto(address);
  expect(await callPsn(page, "reset")).toEqual({ value: undefined });
  await expect(page.locator("pulsen-widget iframe[title='']")).toHaveCount(0);
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
});

test("tabs agree on unread replies", async ({ page, context, widget, pulsen, staff, host }) => {
  const address = host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {})) });
  // Open before there is a chat.
  const older = await context.newPage();
  const olderWidget = new HostedWidget(older);
  await older.goto(address);
  await expect(olderWidget.launcher).toHaveAccessibleName("Open feedback");
  await page.goto(address);
  const { feedbackId } = await beginChat(widget);
  await widget.close();
  await staff.sendMessage(feedbackId, "One");
  await expect(widget.launcher).toHaveAccessibleName("Open feedback (1)");

  await older.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(olderWidget.launcher).toHaveAccessibleName("Open feedback (1)");
  await widget.open();
  await widget.chat.expectMessages("One");
  await expect(olderWidget.launcher).toHaveAccessibleName("Open feedback");

  await test.step("also those in which the chat is open", async () => {
    await olderWidget.open();
    await olderWidget.chat.expectMessages("One");
    await olderWidget.close();
    await widget.close();
    await staff.sendMessage(feedbackId, "Two");
    await expect(olderWidget.launcher).toHaveAccessibleName("Open feedback (1)");
    await widget.open();
    await widget.chat.expectMessages("One", "Two");
    await expect(olderWidget.launcher).toHaveAccessibleName("Open feedback");
  });
});
