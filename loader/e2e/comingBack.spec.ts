import type { Page } from "@playwright/test";
import { UNREAD_FRAME_ID } from "../src/unread/unreadFrame";
import type { HostedWidget } from "./support/hostedWidget";
import { HOST_POLICIES } from "./support/hostPolicies";
import { type HostSite, scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, expectAccessible, test } from "./support/test";

/** Keeps what `PSN.on` reports about unread replies. */
const NOTES = `<script>
  var PSN = function () { (PSN.q = PSN.q || []).push(arguments) };
  var counted = [];
  PSN("on", "PSN_UNREAD", function (data) { counted.push(data.unread) });
</script>`;

const CONTENT_PAGE = /\/widget\?code=/;
const UNREAD_FRAME = `#${UNREAD_FRAME_ID}`;
const UNREAD_PAGE = /\/widget\/unread\?code=/;

const counted = (page: Page) => page.evaluate(() => (window as unknown as { counted: number[] }).counted);

/** Gives feedback with the widget, which opens a chat, and closes the widget. */
async function beginChat(widget: HostedWidget) {
  await widget.open();
  const access = await widget.submitFeedback();
  await expect(widget.chat.log).toBeVisible();
  await expect(widget.chat.box).toBeEnabled();
  return access;
}

/** Collects the addresses of the frames that the provider is asked for. */
function watchFrames(page: Page): string[] {
  const frames: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() !== page.mainFrame()) frames.push(request.url());
  });
  return frames;
}

function openHost(
  host: HostSite,
  pulsen: PulsenServer,
  settings: Record<string, unknown> = {},
  headers?: Record<string, string>,
) {
  const code = importWidget(pulsen, settings);
  return host.add({ head: NOTES + scriptTag(pulsen.url, code), ...(headers && { headers }) });
}

for (const policy of HOST_POLICIES.filter(({ name }) => !name.startsWith("nonces"))) {
  test(`replies between two visits are counted without the content frame, on a host with ${policy.name}`, async ({
    page,
    widget,
    pulsen,
    staff,
    host,
  }) => {
    const code = importWidget(pulsen, {});
    const address = host.add({
      headers: policy.headers(pulsen.url),
      head: scriptTag(pulsen.url, code, policy.attributes),
    });
    await page.goto(address);
    const { feedbackId } = await beginChat(widget);
    await page.goto(host.add({}));
    await staff.sendMessage(feedbackId, "One");
    await staff.sendMessage(feedbackId, "Two");

    const frames = watchFrames(page);
    await page.goto(address);
    await expect(widget.launcher).toHaveAccessibleName("Open feedback (2)");
    expect(frames.filter((url) => UNREAD_PAGE.test(url))).toHaveLength(1);
    expect(frames.some((url) => CONTENT_PAGE.test(url))).toBe(false);
    await expect(page.locator(UNREAD_FRAME)).toBeVisible();

    await test.step("counting has read nothing", async () => {
      await page.reload();
      await expect(widget.launcher).toHaveAccessibleName("Open feedback (2)");
    });

    await test.step("the chat is there again, with a line above what is new", async () => {
      await widget.open();
      await widget.chat.expectMessages("One", "Two");
      await expect(widget.chat.log.getByText("New messages")).toBeVisible();
      await expect(widget.launcher).toHaveAccessibleName("Close");
    });

    await test.step("and what was seen is not counted again", async () => {
      frames.length = 0;
      const answer = page.waitForResponse(/previous_feedbacks\/unread/);
      await page.reload();
      await answer;
      // The frame is gone when it has answered and has nothing to show.
      await expect(page.locator(UNREAD_FRAME)).toHaveCount(0);
      await expect(widget.launcher).toHaveAccessibleName("Open feedback");
    });
  });
}

test("the host learns of unread replies", async ({ page, widget, pulsen, staff, host }) => {
  const address = openHost(host, pulsen);
  await page.goto(address);
  const { feedbackId } = await beginChat(widget);
  await page.goto(host.add({}));
  await staff.sendMessage(feedbackId, "One");
  await page.goto(address);
  await expect.poll(() => counted(page)).toEqual([1]);
  await widget.open();
  await widget.chat.expectMessages("One");
  await expect.poll(() => counted(page)).toEqual([1, 0]);
});

test("a browser without a chat is asked for nothing", async ({ page, widget, pulsen, host }) => {
  const frames = watchFrames(page);
  await page.goto(openHost(host, pulsen));
  await expect(widget.launcher).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(frames.filter((url) => UNREAD_PAGE.test(url))).toEqual([]);
});

test("a visitor with a chat keeps the launcher within a period, and loses it once the chat is over", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const address = openHost(host, pulsen, { prevent_multiple_feedback: true });
  await page.goto(address);
  const { feedbackId } = await beginChat(widget);
  await page.goto(address);
  await expect(widget.launcher).toBeVisible();
  await widget.open();
  await widget.chat.expectMessages();

  await test.step("there is a list, and no other feedback", async () => {
    await widget.button("Previous feedback").click();
    await expect(widget.text("Warmer lamps")).toBeVisible();
    await expect(widget.button("New feedback")).toHaveCount(0);
  });

  await staff.sendMessage(feedbackId, "Goodbye");
  await staff.close(feedbackId);
  await page.goto(address);
  // What was said last is not lost.
  await expect(widget.launcher).toHaveAccessibleName("Open feedback (1)");
  await widget.open();
  await widget.choose("Warmer lamps");
  await widget.chat.expectMessages("Goodbye");
  await expect(widget.text("This chat has been closed.")).toBeVisible();
  await page.goto(address);
  await expect(page.locator("pulsen-widget")).toHaveCount(1);
  await expect(widget.launcher).toBeHidden();
});

test("the list leads to every chat and to a new feedback @phone", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const address = openHost(host, pulsen);
  await page.goto(address);
  const first = await beginChat(widget);
  await staff.close(first.feedbackId);
  await expect(widget.text("This chat has been closed.")).toBeVisible();

  await test.step("a chat that is over can be left for a new feedback", async () => {
    await widget.button("Start a new conversation").click();
    await expect(widget.question("q-mood")).toBeVisible();
    await widget.submitFeedback();
    await expect(widget.chat.box).toBeEnabled();
    await widget.chat.box.fill("Half a sen");
  });

  await test.step("both chats are in the list", async () => {
    await widget.button("Previous feedback").click();
    const items = widget.list().getByRole("button");
    await expect(items).toHaveCount(2);
    await expect(items.nth(0)).toHaveAccessibleName(/^Warmer lamps Today, .* Open$/);
    await expect(items.nth(1)).toHaveAccessibleName(/^Warmer lamps Today, .* Closed$/);
    await expectAccessible(page);
  });

  await test.step("back leads to the chat, in which the draft is kept", async () => {
    await widget.press("Back");
    await expect(widget.chat.box).toHaveValue("Half a sen");
    await page.reload();
    await widget.open();
    await expect(widget.chat.box).toHaveValue("Half a sen");
  });

  await test.step("the closed one can be read", async () => {
    await widget.button("Previous feedback").click();
    await widget
      .list()
      .getByRole("button", { name: /Closed$/ })
      .click();
    await expect(widget.text("This chat has been closed.")).toBeVisible();
  });

  await test.step("a visitor who comes back to no open chat chooses", async () => {
    await page.reload();
    await widget.open();
    await expect(widget.list().getByRole("button")).toHaveCount(2);
    await widget.button("New feedback").click();
    await expect(widget.question("q-mood")).toBeVisible();
    await widget.button("Previous feedback").click();
    await widget.press("Back");
    await expect(widget.question("q-mood")).toBeVisible();
  });
});

test("the list is used by keyboard", async ({ page, widget, pulsen, staff, host }) => {
  await page.goto(openHost(host, pulsen));
  const { feedbackId } = await beginChat(widget);
  await staff.close(feedbackId);
  await page.reload();
  await widget.tabTo(widget.launcher);
  await page.keyboard.press("Enter");
  const item = widget.list().getByRole("button");
  await widget.tabTo(item);
  await page.keyboard.press("Enter");
  await expect(widget.text("This chat has been closed.")).toBeVisible();
  await widget.tabTo(widget.button("Previous feedback"));
  await page.keyboard.press("Enter");
  // The heading has the focus, so that screen readers say where the visitor is.
  await expect(widget.heading("Your previous feedback")).toBeFocused();
  await widget.tabTo(widget.button("New feedback"));
  await page.keyboard.press("Enter");
  await expect(widget.question("q-mood")).toBeVisible();
});

test("a list that cannot be loaded says so and can be tried again", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
  consoleErrors,
}) => {
  await page.goto(openHost(host, pulsen));
  const { feedbackId } = await beginChat(widget);
  await staff.close(feedbackId);
  await expect(widget.text("This chat has been closed.")).toBeVisible();
  await page.route(/previous_feedbacks$/, (route) => route.fulfill({ status: 503 }), { times: 1 });
  await widget.button("Previous feedback").click();
  await expect(widget.text("Your previous feedback could not be loaded.")).toBeVisible();
  await expectAccessible(page);
  await widget.button("Try again").click();
  await expect(widget.list().getByRole("button")).toHaveCount(1);
  expect(consoleErrors.splice(0)).toHaveLength(2);
});

test("a frame that fails can be closed and tried again", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  await page.goto(openHost(host, pulsen));
  const frameScript = /assets\/frame-.*\.js$/;
  await page.route(frameScript, (route) => route.abort("connectionrefused"));
  await page.reload();
  await widget.open();
  await expect(widget.text("Something went wrong. Please try again later.")).toBeVisible();
  await expectAccessible(page);

  await test.step("without the server it still does not work", async () => {
    await page.route(CONTENT_PAGE, (route) => route.abort("connectionrefused"));
    await widget.button("Try again").click();
    await expect(widget.text("Still not working. Please try again in a moment.")).toBeVisible();
    await page.unroute(CONTENT_PAGE);
  });
  await widget.close();
  await widget.open();
  await page.unroute(frameScript);
  await widget.button("Try again").click();
  await expect(widget.question("q-mood")).toBeVisible();
  expect(consoleErrors.splice(0).length).toBeGreaterThan(0);
});

test("a frame without the engine keeps its question and can be tried again", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  const engine = /\.wasm$/;
  await page.route(engine, (route) => route.abort("connectionrefused"));
  await page.goto(openHost(host, pulsen));
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
  const failure = widget.text("Something went wrong. Please try again later.");
  await expect(failure).toBeVisible();
  await widget.close();
  await widget.open();
  await page.unroute(engine);
  await widget.button("Try again").click();
  await expect(failure).toBeHidden();
  await expect(widget.question("q-mood")).toBeVisible();
  expect(consoleErrors.splice(0).length).toBeGreaterThan(0);
});
