import { messageLines } from "./support/chatApi";
import { waitForLiveUpdates, withLiveUpdatesOnly } from "./support/chatTraffic";
import { passTimeUntil } from "./support/clock";
import { holdRequests } from "./support/holdRequests";
import { ANSWERS, type HostedWidget } from "./support/hostedWidget";
import { HOST_POLICIES } from "./support/hostPolicies";
import { scriptTag } from "./support/hostSite";
import { type HostState, readHostState } from "./support/hostState";
import { expect, test } from "./support/test";

test.use({ reducedMotion: "no-preference" });

const CODE = "PSN-E2EOPEN";

const QUESTION = "Which lamps were too cold?";
const REPLY = "Those at the window";
const THANKS = "Thank you, we change them";

for (const policy of HOST_POLICIES) {
  test(`a visitor gives feedback and chats by pointer on a host with ${policy.name} @denied`, async ({
    page,
    widget,
    pulsen,
    staff,
    host,
    storage,
  }) => {
    const tag = (attributes: string) => scriptTag(pulsen.url, CODE, attributes);
    const headers = policy.headers(pulsen.url);
    const emptyPage = host.add({ headers });
    const withWidget = host.add({ headers, head: tag(policy.attributes) });
    await page.goto(emptyPage);
    const emptyState = await readHostState(page);
    const unchanged: HostState = {
      ...emptyState,
      globals: [...emptyState.globals, "PSN"].sort(),
      // One more visited page.
      history: emptyState.history + 1,
    };

    await test.step("the launcher appears, and the page is unchanged", async () => {
      await page.goto(withWidget);
      await expect(widget.launcher).toBeVisible();
      await expect(widget.launcher).toHaveAccessibleName("How was your visit?");
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(policy.isolates);
      expect(await readHostState(page)).toEqual(unchanged);
    });

    await test.step("the widget opens and shows the first question", async () => {
      await widget.open();
      await expect(widget.question("q-mood")).toBeVisible();
      await expect(widget.launcher).toHaveAccessibleName("Close");
    });

    const { feedbackId } = await test.step("the flow ends in the chat", async () => {
      const live = waitForLiveUpdates(page);
      const access = await widget.submitFeedback();
      await widget.chat.expectAnswers(...ANSWERS);
      await live;
      return access;
    });

    await test.step("a staff reply arrives as a live update", async () => {
      await withLiveUpdatesOnly(page, async () => {
        await staff.sendMessage(feedbackId, QUESTION);
        await widget.chat.expectMessages(QUESTION);
      });
    });

    await test.step("the visitor's message reaches the staff", async () => {
      await widget.chat.send(REPLY);
      await expect(widget.chat.message(REPLY)).toContainText("Sent");
      const { timeline_items: items } = await staff.chat(feedbackId);
      expect(messageLines(items)).toEqual([`staff: ${QUESTION}`, `customer: ${REPLY}`]);
    });

    await test.step("the launcher shows replies that arrive while the widget is closed", async () => {
      await widget.launcher.click();
      await expect(widget.contentFrame).toBeHidden();
      await staff.sendMessage(feedbackId, THANKS);
      await expect(widget.launcher).toHaveAccessibleName("How was your visit? (1)");
      await widget.open();
      await widget.chat.expectMessages(QUESTION, REPLY, THANKS);
      await expect(widget.launcher).toHaveAccessibleName("Close");
    });

    await test.step("the page is still unchanged", async () => {
      expect(await readHostState(page)).toEqual(unchanged);
    });

    await test.step(`after a reload the widget shows the ${storage === "denied" ? "first question" : "chat"}`, async () => {
      expect(await canStore(widget), "the browser has the storage mode of this project").toBe(
        storage === "partitioned",
      );
      await page.reload();
      await widget.open();
      if (storage === "denied") {
        await expect(widget.question("q-mood")).toBeVisible();
      } else {
        await widget.chat.expectAnswers(...ANSWERS);
        await widget.chat.expectMessages(QUESTION, REPLY, THANKS);
      }
    });
  });
}

test("a visitor gives feedback and chats by keyboard @denied", { tag: ["@2.1.1", "@2.1.2"] }, async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const [{ headers, attributes }] = HOST_POLICIES;
  await page.goto(host.add({ headers: headers(pulsen.url), head: scriptTag(pulsen.url, CODE, attributes) }));
  await expect(widget.launcher).toBeVisible();

  await test.step("the launcher is last in the focus order", async () => {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "news" })).toBeFocused();
    await widget.tabTo(page.getByRole("button", { name: "Buy" }));
    await page.keyboard.press("Tab");
    await expect(widget.launcher).toBeFocused();
  });

  await test.step("Enter opens the widget and moves the focus into it", async () => {
    await page.keyboard.press("Enter");
    await expect(widget.question("q-mood")).toBeVisible();
    await expect(widget.flowPage()).toBeFocused();
  });

  await test.step("Tab moves past both ends of the widget to the launcher, back in, and out again", async () => {
    await page.keyboard.press("Shift+Tab");
    await expect(widget.button("Close")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(widget.launcher).toBeFocused();
    await page.keyboard.press("Tab");
    await expect.poll(() => widget.hasKeyboardFocus()).toBe(true);
    await widget.tabTo(widget.launcher);
    await widget.tabTo(page.getByRole("link", { name: "news" }));
    await widget.tabTo(widget.launcher);
    await page.keyboard.press("Tab");
    await expect.poll(() => widget.hasKeyboardFocus()).toBe(true);
  });

  await test.step("Escape closes the widget and returns the focus", async () => {
    await widget.tabTo(widget.option("Lovely"));
    await page.keyboard.press("Escape");
    await expect(widget.contentFrame).toBeHidden();
    await expect(widget.launcher).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(widget.flowPage()).toBeFocused();
  });

  const { feedbackId } = await test.step("the questions", async () => {
    await widget.tabTo(widget.option("Lovely"));
    await page.keyboard.press("ArrowDown");
    await expect(widget.option("Not so good")).toBeChecked();
    await widget.tabTo(widget.button("Next"));
    await page.keyboard.press("Enter");
    await widget.tabTo(widget.why());
    await page.keyboard.type("Warmer lamps");
    const access = widget.waitForFeedback();
    await page.keyboard.press("Enter");
    return access;
  });

  await test.step("the chat", async () => {
    await widget.chat.expectAnswers(...ANSWERS);
    await widget.tabTo(widget.chat.box);
    await page.keyboard.type(REPLY);
    await page.keyboard.press("Enter");
    await expect(widget.chat.message(REPLY)).toContainText("Sent");
    expect(messageLines((await staff.chat(feedbackId)).timeline_items)).toEqual([`customer: ${REPLY}`]);
    await expect(widget.chat.box).toBeFocused();
  });

  await test.step("ending the chat with a confirmation", async () => {
    await widget.tabTo(widget.chat.endButton, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(widget.text("Do you want to end this chat?")).toBeVisible();
    // Escape closes the dialog, but not the widget.
    await page.keyboard.press("Escape");
    await expect(widget.text("Do you want to end this chat?")).toBeHidden();
    await expect(widget.chat.endButton).toBeFocused();
    await page.keyboard.press("Enter");
    await widget.tabTo(widget.chat.endDialogButton("End chat"));
    await page.keyboard.press("Enter");
    await expect(widget.text("You ended this chat.")).toBeVisible();
    await expect.poll(async () => (await staff.chat(feedbackId)).status).toBe("archived");
  });

  await test.step("Escape returns to the page", async () => {
    await page.keyboard.press("Escape");
    await expect(widget.launcher).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("button", { name: "Buy" })).toBeFocused();
  });
});

test("the first question does not wait for the engine, which loses no answer when it arrives", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const release = await holdRequests(page, "**/*.wasm");
  await page.goto(host.add({ head: scriptTag(pulsen.url, CODE) }));
  await widget.tabTo(widget.launcher);
  await page.keyboard.press("Enter");
  await expect(widget.question("q-mood")).toBeVisible();
  await expect(widget.flowPage()).toBeFocused();
  await widget.choose("Not so good");
  await expect(widget.option("Not so good")).toBeChecked();
  await widget.press("Next");
  await expect(widget.button("Next")).toHaveAttribute("aria-busy", "true");
  await release();
  await expect(widget.why()).toBeVisible();
  await widget.press("Back");
  await expect(widget.option("Not so good")).toBeChecked();
});

test("the chat opens two seconds after the feedback was submitted", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const thanks = widget.text("Thank you! Someone will be with you in a moment.");
  await page.clock.install();
  await page.goto(host.add({ head: scriptTag(pulsen.url, CODE) }));
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
  // From here on, time passes only if the test advances it.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await widget.choose("Not so good");
  await widget.press("Next");
  await passTimeUntil(page, widget.why());
  await widget.why().fill("Warmer lamps");
  const accepted = widget.waitForFeedback();
  await widget.press("Send");
  await page.clock.runFor(250);
  await accepted;
  await expect(thanks).toBeVisible();
  await page.clock.runFor(1_999);
  await expect(thanks).toBeVisible();
  await expect(widget.chat.log).toHaveCount(0);
  await page.clock.runFor(1);
  await widget.chat.expectAnswers(...ANSWERS);
});

async function canStore(widget: HostedWidget): Promise<boolean> {
  const frame = await widget.frame();
  return frame.evaluate(() => {
    try {
      window.localStorage.setItem("FLOW/e2e", "");
      return true;
    } catch {
      return false;
    }
  });
}
