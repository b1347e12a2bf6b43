import type { Page } from "@playwright/test";
import { waitForLiveUpdates } from "./support/chatTraffic";
import { HostedWidget } from "./support/hostedWidget";
import { scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { expect, test } from "./support/test";

/** Gives feedback with the widget, which opens a chat, and closes the widget. */
async function beginChat(page: Page, widget: HostedWidget) {
  const live = waitForLiveUpdates(page);
  await widget.open();
  const access = await widget.submitFeedback();
  await expect(widget.chat.box).toBeEnabled();
  await live;
  await widget.close();
  return access;
}

test("the title of the page shows the number of unread replies until they are read", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const address = host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {})) });
  await page.goto(address);
  const { feedbackId } = await beginChat(page, widget);
  await expect(page).toHaveTitle("A shop");
  await staff.sendMessage(feedbackId, "One");
  await expect(page).toHaveTitle("(1) A shop");
  await staff.sendMessage(feedbackId, "Two");
  await expect(page).toHaveTitle("(2) A shop");

  await test.step("the host keeps a title that it sets meanwhile", async () => {
    await page.evaluate(() => {
      document.title = "Basket";
    });
    await staff.sendMessage(feedbackId, "Three");
    await expect(page).toHaveTitle("(3) Basket");
  });

  await test.step("the next page shows the number, too, without the frame", async () => {
    await page.goto(host.add({}));
    await page.goto(address);
    await expect(page).toHaveTitle("(3) A shop");
    await expect(widget.contentFrame).toHaveCount(0);
  });

  await test.step("it is over when they are read", async () => {
    const live = waitForLiveUpdates(page);
    await widget.open();
    await widget.chat.expectMessages("One", "Two", "Three");
    await expect(page).toHaveTitle("A shop");
    await live;
    await widget.close();
    await expect(page).toHaveTitle("A shop");
  });

  await test.step("and when the widget is removed", async () => {
    await staff.sendMessage(feedbackId, "Four");
    await expect(page).toHaveTitle("(1) A shop");
    await page.evaluate(() => (window as unknown as { PSN: { destroy(): void } }).PSN.destroy());
    await expect(page).toHaveTitle("A shop");
  });
});

test("reply_title leaves the title alone", async ({ page, widget, pulsen, staff, host }) => {
  const code = importWidget(pulsen, { reply_title: false });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  const { feedbackId } = await beginChat(page, widget);
  await staff.sendMessage(feedbackId, "One");
  await expect(widget.launcher).toHaveAccessibleName("Open feedback (1)");
  await expect(page).toHaveTitle("A shop");
});

test("reply_sound plays for a reply that nobody sees arrive, in one of several tabs", async ({
  page,
  context,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const frequencies: number[] = [];
  await context.exposeFunction("e2eTone", (frequency: number) => frequencies.push(frequency));
  // The browser's own sound, which it allows or not, and what is played.
  await context.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      (window as unknown as { e2eTone(frequency: number): void }).e2eTone(this.frequency.value);
      start.call(this, when);
    };
  });
  const address = host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, { reply_sound: true })) });
  await page.goto(address);
  await page.bringToFront();
  const { feedbackId } = await beginChat(page, widget);
  await staff.sendMessage(feedbackId, "One");
  await expect.poll(() => frequencies).toEqual([660, 880]);

  await test.step("what the visitor sees arrive has no sound", async () => {
    await expect(page).toHaveTitle("(1) A shop");
    await widget.open();
    // The frame knows that it is seen once it has told that there is nothing unread.
    await expect(page).toHaveTitle("A shop");
    await staff.sendMessage(feedbackId, "Two");
    await widget.chat.expectMessages("One", "Two");
    await widget.close();
  });

  const other = await context.newPage();
  const otherWidget = new HostedWidget(other);
  const live = waitForLiveUpdates(other);
  await other.goto(address);
  await otherWidget.open();
  await otherWidget.chat.expectMessages("One", "Two");
  await live;
  await otherWidget.close();

  await test.step("what arrives in two tabs sounds in one", async () => {
    await staff.sendMessage(feedbackId, "Three");
    for (const { launcher } of [widget, otherWidget])
      await expect(launcher).toHaveAccessibleName("Open feedback (1)");
    await expect.poll(() => frequencies).toEqual([660, 880, 660, 880]);
    await staff.sendMessage(feedbackId, "Four");
    await expect.poll(() => frequencies).toEqual([660, 880, 660, 880, 660, 880]);
  });
});

test("reply_sound is off by default", async ({ page, widget, pulsen, host }) => {
  await page.goto(host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {})) }));
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await beginChat(page, widget);
  expect(paths.filter((path) => path.includes("replySound"))).toEqual([]);
  await expect(widget.contentFrame).toHaveAttribute("allow", "");
});
