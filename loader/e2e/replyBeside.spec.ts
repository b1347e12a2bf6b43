import type { Locator, Page } from "@playwright/test";
import { UNREAD_FRAME_ID } from "../src/unread/unreadFrame";
import { openBubble } from "./support/bubble";
import { waitForLiveUpdates } from "./support/chatTraffic";
import { CONTENT_FRAME, HostedWidget, LAUNCHER_FRAME } from "./support/hostedWidget";
import { HOST_POLICIES } from "./support/hostPolicies";
import { scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { callPsn } from "./support/psn";
import { expect, expectAccessible, test } from "./support/test";

const [STRICT] = HOST_POLICIES;

/** A reply beside the launcher. */
class Reply {
  readonly frame: Locator;
  readonly opener: Locator;
  readonly closer: Locator;
  readonly status: Locator;

  constructor(page: Page, close = "Close") {
    const id = `#${UNREAD_FRAME_ID}`;
    const inner = page.frameLocator(id);
    this.frame = page.locator(id);
    this.opener = inner.getByRole("button").first();
    this.closer = inner.getByRole("button", { name: close, exact: true });
    this.status = inner.getByRole("status");
  }

  async expect(text: string | RegExp) {
    await expect(this.frame).toBeVisible();
    await expect(this.opener.locator(".text")).toHaveText(text);
  }
}

/** Gives feedback with the widget, which opens a chat. */
async function beginChat(page: Page, widget: HostedWidget) {
  const live = waitForLiveUpdates(page);
  await widget.open();
  const access = await widget.submitFeedback();
  await expect(widget.chat.box).toBeEnabled();
  await live;
  return access;
}

test("a reply stands beside the launcher, on a host with a strict policy, and the host cannot read it @phone", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const address = host.add({
    headers: STRICT.headers(pulsen.url),
    head: scriptTag(pulsen.url, importWidget(pulsen, {}), STRICT.attributes),
  });
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    if (window === window.top) window.addEventListener("message", ({ data }) => heard.push(data));
  });
  await page.goto(address);
  const { feedbackId } = await beginChat(page, widget);
  const reply = new Reply(page);
  await page.goto(host.add({}));
  await staff.sendMessage(feedbackId, "A first one");
  await staff.sendMessage(feedbackId, `Good morning! ${"We have warmer lamps now. ".repeat(10)}`);
  await page.goto(address);
  await expect(widget.launcher).toHaveAccessibleName("Open feedback (2)");
  await reply.expect(/^Good morning! We have .+…$/);
  await expect(reply.opener.locator(".name")).toHaveText("Ayşe");
  await expect(reply.opener).toHaveAccessibleName(/^Ayşe Good morning!.*Open the conversation$/);
  await expect(reply.frame).toHaveAttribute("title", "Feedback (2)");
  await expect(widget.contentFrame).toHaveCount(0);

  await test.step("in its place: two lines, above the launcher, in the window", async () => {
    const [box, launcher] = await Promise.all([
      reply.frame.boundingBox(),
      page.locator(LAUNCHER_FRAME).boundingBox(),
    ]);
    if (!box || !launcher) throw new Error("Nothing is there.");
    expect(box.y + box.height).toBe(launcher.y - 12);
    expect(box.x + box.width).toBe(launcher.x + launcher.width);
    expect(box.width).toBe(300);
    expect(box.height).toBeLessThan(100);
    expect((await reply.opener.locator(".text").boundingBox())?.height).toBe(42);
  });

  await test.step("the host learns no word of it", async () => {
    const seen = await page.evaluate((id) => {
      const frame = document.getElementById(id) as HTMLIFrameElement;
      let inside = "";
      try {
        inside = String(frame.contentWindow?.document.body.textContent);
      } catch {}
      const { heard } = window as unknown as { heard: unknown[] };
      return {
        inside,
        known: JSON.stringify([heard, document.documentElement.outerHTML, { ...localStorage }]),
      };
    }, UNREAD_FRAME_ID);
    expect(seen.inside).toBe("");
    expect(seen.known).toContain("PULSEN_UNREAD");
    expect(seen.known).not.toContain("Good morning");
    expect(seen.known).not.toContain("Ayşe");
  });

  await test.step("a press opens the chat, where it is read", async () => {
    await reply.opener.click();
    await expect(widget.contentFrame).toBeVisible();
    await expect(reply.frame).toHaveCount(0);
    await expect(widget.chat.messages()).toHaveText(["A first one", /^Good morning!/]);
    await widget.close();
    await expect(widget.launcher).toHaveAccessibleName("Open feedback");
    await expect(reply.frame).toHaveCount(0);
  });
});

test("a reply arrives while the widget is closed, is read out once, and stays dismissed until the next one", {
  tag: "@4.1.3",
}, async ({ page, context, widget, pulsen, staff, host }) => {
  const address = host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {})) });
  await page.goto(address);
  const { feedbackId } = await beginChat(page, widget);
  await widget.close();
  const reply = new Reply(page);
  await staff.sendMessage(feedbackId, "One");
  await reply.expect("One");
  await expect(reply.status).toHaveText("Ayşe: One");
  expect(await page.evaluate(() => document.activeElement?.id)).not.toBe(UNREAD_FRAME_ID);

  await test.step("the next one takes its place", async () => {
    await staff.sendMessage(feedbackId, "Two");
    await reply.expect("Two");
    await expect(reply.status).toHaveText("Ayşe: Two");
    await expect(reply.frame).toHaveAttribute("title", "Feedback (2)");
  });

  const other = await context.newPage();
  const otherReply = new Reply(other);
  await test.step("another page shows it, too, and does not read it out again", async () => {
    await other.goto(address);
    await otherReply.expect("Two");
    await expect(otherReply.status).toHaveText("");
  });

  await test.step("dismissed, it stays away", async () => {
    await reply.closer.click();
    await expect(reply.frame).toHaveCount(0);
    await expect(widget.launcher).toHaveAccessibleName("Open feedback (2)");
    const answer = page.waitForResponse(/previous_feedbacks\/unread/);
    await page.reload();
    await answer;
    await expect(widget.launcher).toHaveAccessibleName("Open feedback (2)");
    await expect(reply.frame).toHaveCount(0);
  });

  await test.step("until the next one arrives", async () => {
    await staff.sendMessage(feedbackId, "Three");
    await page.reload();
    await reply.expect("Three");
  });

  await test.step("what is read in one tab is gone in the others", async () => {
    const otherWidget = new HostedWidget(other);
    await otherReply.opener.click();
    await otherWidget.chat.expectMessages("One", "Two", "Three");
    await expect(reply.frame).toHaveCount(0);
    await expect(widget.launcher).toHaveAccessibleName("Open feedback");
  });
});

test("the keyboard reaches a reply after the launcher, opens it, and dismisses it @phone", {
  tag: ["@2.1.1", "@2.4.3", "@2.4.7"],
}, async ({ page, widget, pulsen, staff, host }) => {
  const address = host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {})) });
  await page.goto(address);
  const { feedbackId } = await beginChat(page, widget);
  await page.goto(host.add({}));
  await staff.sendMessage(feedbackId, "Good morning!");
  await page.goto(address);
  const reply = new Reply(page);
  await reply.expect("Good morning!");
  await test.step("axe finds no violation", () => expectAccessible(page));

  await widget.tabTo(widget.launcher);
  await page.keyboard.press("Tab");
  await expect(reply.opener).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(reply.closer).toBeFocused();
  await expect(reply.closer).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Shift+Tab");
  await expect(reply.opener).toBeFocused();
  await page.keyboard.press("Enter");
  await widget.chat.expectMessages("Good morning!");
  await expect.poll(() => widget.hasKeyboardFocus()).toBe(true);
  const live = waitForLiveUpdates(page);
  await page.goto(address);
  await widget.open();
  await live;
  await widget.close();

  await staff.sendMessage(feedbackId, "Still there?");
  await reply.expect("Still there?");
  await widget.tabTo(reply.opener);
  await page.keyboard.press("Escape");
  await expect(reply.frame).toHaveCount(0);
  await expect(widget.launcher).toBeFocused();
});

test("a reply takes the place of the widget's own text, and follows its language and side", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const bubble = await openBubble(page);
  const head = scriptTag(pulsen.url, importWidget(pulsen, { popover_text: { en: "Any questions?" } }));
  const address = host.add({ head, root: ' dir="rtl"' });
  await page.goto(address);
  await expect(bubble).toBeVisible();
  const { feedbackId } = await beginChat(page, widget);
  await page.goto(host.add({}));
  await staff.sendMessage(feedbackId, "صباح الخير!");
  await page.goto(address);
  await new Reply(page).expect("صباح الخير!");
  await expect(bubble).toBeHidden();

  await callPsn(page, "setLanguage", "ar");
  const reply = new Reply(page, "إغلاق");
  await expect(reply.closer).toBeVisible();
  const [box, launcher, closer] = await Promise.all([
    reply.frame.boundingBox(),
    page.locator(LAUNCHER_FRAME).boundingBox(),
    reply.closer.boundingBox(),
  ]);
  expect(box?.x).toBe(launcher?.x);
  expect(closer?.x).toBeLessThan((box?.x ?? 0) + 2);
  await reply.closer.click();
  await expect(reply.frame).toHaveCount(0);
  await expect(bubble).toBeHidden();
});

test("a widget without previews, and one with a side tab, have none", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const codes = [importWidget(pulsen, { reply_preview: false }), importWidget(pulsen, { modal_mode: true })];
  const [address, ...others] = codes.map((code) => host.add({ head: scriptTag(pulsen.url, code) })) as [
    string,
  ];
  await page.goto(address);
  const { feedbackId } = await beginChat(page, widget);
  await page.goto(host.add({}));
  await staff.sendMessage(feedbackId, "One");
  for (const next of [address, ...others]) {
    const answer = page.waitForResponse(/previous_feedbacks\/unread/);
    await page.goto(next);
    await answer;
    await expect(page).toHaveTitle("(1) A shop");
    await expect(page.locator(`#${UNREAD_FRAME_ID}, ${CONTENT_FRAME}`)).toHaveCount(0);
  }
});
