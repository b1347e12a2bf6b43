import { saidIn } from "./support/chatApi";
import { chatFollowed, whileOnlyTold } from "./support/chatTraffic";
import { GUARDS, scriptTag } from "./support/guards";
import { holdBack } from "./support/holdBack";
import { ANSWERS, type HostedWidget } from "./support/hostedWidget";
import { type HostState, readHostState } from "./support/hostState";
import { expect, test } from "./support/test";

const CODE = "PSN-E2EOPEN";

const QUESTION = "Which lamps were too cold?";
const REPLY = "Those at the window";
const THANKS = "Thank you, we change them";

for (const guard of GUARDS) {
  test(`the whole walk by pointer on a host with ${guard.name} @denied`, async ({
    page,
    widget,
    pulsen,
    staff,
    host,
    storage,
  }) => {
    const tag = (attributes: string) => scriptTag(pulsen.url, CODE, attributes);
    const headers = guard.headers(pulsen.url);
    const bare = host.add({ headers });
    const withWidget = host.add({ headers, head: tag(guard.attributes) });
    await page.goto(bare);
    const bareState = await readHostState(page);
    const unchanged: HostState = {
      ...bareState,
      globals: [...bareState.globals, "PSN"].sort(),
      // The visit of the page itself.
      history: bareState.history + 1,
    };

    await test.step("the launcher is there, and the page is as it was", async () => {
      await page.goto(withWidget);
      await expect(widget.launcher).toBeVisible();
      await expect(widget.launcher).toHaveAccessibleName("How was your visit?");
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(guard.isolates);
      expect(await readHostState(page)).toEqual(unchanged);
    });

    await test.step("it opens and shows the first question", async () => {
      await widget.open();
      await expect(widget.question("q-mood")).toBeVisible();
      await expect(widget.launcher).toHaveAccessibleName("Close");
    });

    const { feedbackId } = await test.step("what is answered leads to the chat", async () => {
      const followed = chatFollowed(page);
      const access = await widget.giveFeedback();
      await widget.chat.expectAnswers(...ANSWERS);
      await followed;
      return access;
    });

    await test.step("a reply of the staff arrives by itself", async () => {
      await whileOnlyTold(page, async () => {
        await staff.say(feedbackId, QUESTION);
        await widget.chat.expectMessages(QUESTION);
      });
    });

    await test.step("what the visitor writes reaches the staff", async () => {
      await widget.chat.say(REPLY);
      await expect(widget.chat.message(REPLY)).toContainText("Sent");
      const { timeline_items: items } = await staff.chat(feedbackId);
      expect(saidIn(items)).toEqual([`staff: ${QUESTION}`, `customer: ${REPLY}`]);
    });

    await test.step("a reply while the widget is closed is announced on the launcher", async () => {
      await widget.launcher.click();
      await expect(widget.contentFrame).toBeHidden();
      await staff.say(feedbackId, THANKS);
      await expect(widget.launcher).toHaveAccessibleName("How was your visit? (1)");
      await widget.open();
      await widget.chat.expectMessages(QUESTION, REPLY, THANKS);
      await expect(widget.launcher).toHaveAccessibleName("Close");
    });

    await test.step("the page is still as it was", async () => {
      expect(await readHostState(page)).toEqual(unchanged);
    });

    await test.step(`loaded anew it ${storage === "denied" ? "begins anew" : "shows the chat"}`, async () => {
      expect(await canStore(widget), "the browser is in the mode that is tested").toBe(
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

test("the whole walk by keyboard alone @denied", async ({ page, widget, pulsen, staff, host }) => {
  const [{ headers, attributes }] = GUARDS;
  await page.goto(host.add({ headers: headers(pulsen.url), head: scriptTag(pulsen.url, CODE, attributes) }));
  await expect(widget.launcher).toBeVisible();

  await test.step("the launcher comes after all that the page has", async () => {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "news" })).toBeFocused();
    await widget.tabTo(page.getByRole("button", { name: "Buy" }));
    await page.keyboard.press("Tab");
    await expect(widget.launcher).toBeFocused();
  });

  await test.step("Enter opens, and the keyboard is in the widget", async () => {
    await page.keyboard.press("Enter");
    await expect(widget.question("q-mood")).toBeVisible();
    await expect(widget.button("Close")).toBeFocused();
  });

  await test.step("Tab leads over both ends to the launcher, back in, and out again", async () => {
    await page.keyboard.press("Shift+Tab");
    await expect(widget.launcher).toBeFocused();
    await page.keyboard.press("Tab");
    await expect.poll(() => widget.hasKeyboard()).toBe(true);
    await widget.tabTo(widget.launcher);
    await widget.tabTo(page.getByRole("link", { name: "news" }));
    await widget.tabTo(widget.launcher);
    await page.keyboard.press("Tab");
    await expect.poll(() => widget.hasKeyboard()).toBe(true);
  });

  await test.step("Escape closes, and the keyboard is where it was", async () => {
    await widget.tabTo(widget.option("Lovely"));
    await page.keyboard.press("Escape");
    await expect(widget.contentFrame).toBeHidden();
    await expect(widget.launcher).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(widget.button("Close")).toBeFocused();
  });

  const { feedbackId } = await test.step("the questions", async () => {
    await widget.tabTo(widget.option("Lovely"));
    await page.keyboard.press("ArrowDown");
    await expect(widget.option("Not so good")).toBeChecked();
    await widget.tabTo(widget.button("Next"));
    await page.keyboard.press("Enter");
    await widget.tabTo(widget.why());
    await page.keyboard.type("Warmer lamps");
    const access = widget.nextFeedback();
    await page.keyboard.press("Enter");
    return access;
  });

  await test.step("the chat", async () => {
    await widget.chat.expectAnswers(...ANSWERS);
    await widget.tabTo(widget.chat.box);
    await page.keyboard.type(REPLY);
    await page.keyboard.press("Enter");
    await expect(widget.chat.message(REPLY)).toContainText("Sent");
    expect(saidIn((await staff.chat(feedbackId)).timeline_items)).toEqual([`customer: ${REPLY}`]);
    await expect(widget.chat.box).toBeFocused();
  });

  await test.step("ending it, with a question before", async () => {
    await widget.tabTo(widget.chat.endButton, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(widget.text("Do you want to end this chat?")).toBeVisible();
    // The dialog's own Escape: the widget stays.
    await page.keyboard.press("Escape");
    await expect(widget.text("Do you want to end this chat?")).toBeHidden();
    await expect(widget.chat.endButton).toBeFocused();
    await page.keyboard.press("Enter");
    await widget.tabTo(widget.button("Yes"));
    await page.keyboard.press("Enter");
    await expect(widget.text("You have ended this chat.")).toBeVisible();
    await expect.poll(async () => (await staff.chat(feedbackId)).status).toBe("archived");
  });

  await test.step("Escape leads back to the page", async () => {
    await page.keyboard.press("Escape");
    await expect(widget.launcher).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("button", { name: "Buy" })).toBeFocused();
  });
});

test("the keyboard stays in a widget whose content is slow to come", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const release = await holdBack(page, "**/*.wasm");
  await page.goto(host.add({ head: scriptTag(pulsen.url, CODE) }));
  await widget.tabTo(widget.launcher);
  await page.keyboard.press("Enter");
  await expect(widget.button("Close")).toBeFocused();
  await expect(widget.question("q-mood")).toHaveCount(0);
  await release();
  await expect(widget.question("q-mood")).toBeVisible();
  await expect(widget.button("Close")).toBeFocused();
});

test("the chat opens two seconds after the feedback, not before", async ({ page, widget, pulsen, host }) => {
  const thanks = widget.text("Thank you! Someone will be with you in a moment.");
  await page.clock.install();
  await page.goto(host.add({ head: scriptTag(pulsen.url, CODE) }));
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
  // From here on time goes as the test says.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await widget.text("Not so good").click();
  await widget.button("Next").click();
  await page.clock.runFor(250);
  await widget.why().fill("Warmer lamps");
  const given = widget.nextFeedback();
  await widget.button("Send").click();
  await page.clock.runFor(250);
  await given;
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
