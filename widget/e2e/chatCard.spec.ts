import { ChatView, expectAccessible, HostedWidget } from "pulsen-loader/e2e";
import { waitForBackgroundScripts } from "./support/backgroundScripts";
import { importRecords } from "./support/importRecords";
import { expect, type Page, test } from "./support/test";

const FLOW = {
  id: "talks",
  languages: [
    { id: "en", code: "en", name: "English" },
    { id: "ar", code: "ar", name: "العربية" },
  ],
  states: [
    {
      id: "rate",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        {
          id: "rate",
          type: "question",
          question: { id: "q-rate", key: "rate", style: "score", body: { en: "Rate us", ar: "قيّمنا" } },
          triggers: [
            {
              key: "unhappy",
              controlType: "value",
              ruleType: "less",
              answerValue: 7,
              scope: "element",
              action: "make_visible",
              targetIds: ["talk"],
            },
          ],
        },
        { id: "send", type: "submit", order: 1, body: { en: "Send", ar: "إرسال" } },
      ],
    },
    {
      id: "thanks",
      style: "thank_you",
      elements: [
        { id: "thanks", type: "label", body: { en: "Thank you!", ar: "شكرًا!" } },
        {
          id: "talk",
          type: "card",
          order: 1,
          isVisible: false,
          opensChat: true,
          body: {
            en: "Can we make it right?\nTell us what happened.",
            ar: "هل يمكننا إصلاح الأمر؟\nأخبرنا بما حدث.",
          },
          button: { en: "Talk to us", ar: "تحدث معنا" },
        },
      ],
    },
  ],
};

const NODE = { name: "Fener Coffee", flow_id: FLOW.id, primary_color: "#0F766E", theme: "auto" };

test.beforeAll(({ pulsen }) =>
  importRecords(pulsen, {
    flows: [FLOW],
    nodes: [
      { ...NODE, id: "talks" },
      { ...NODE, id: "talks-hall", kiosk: true, kiosk_pin: "2580" },
    ],
    widgets: [{ code: "PSN-TALKING", node_id: "talks" }],
  }),
);

async function answer(page: Page, score: number) {
  await page.getByRole("radio").nth(score).check();
  await page.locator("[data-element=send] button").click();
  await expect(page.locator(".check-mark")).toBeVisible();
}

const talk = (page: Page) => page.getByRole("button", { name: "Talk to us" });

test("an unhappy visitor opens a chat about the feedback, with the keyboard alone @mobile", {
  tag: ["@2.1.1", "@4.1.3"],
}, async ({ page, context, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=talks`);
  await answer(page, 2);
  await expect(talk(page)).toBeEnabled();
  expect((await talk(page).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);

  await talk(page).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/chat?*");
  const chat = new ChatView(page);
  await chat.expectAnswers(["Rate us", "2"]);
  await chat.send("The coffee was cold");
  await expect(chat.message("The coffee was cold")).toContainText("Sent");
  await page.reload();
  await chat.expectMessages("The coffee was cold");

  // The browser has kept it, and the button still leads there.
  const other = await context.newPage();
  await other.goto(page.url());
  await new ChatView(other).expectMessages("The coffee was cold");
  await page.goBack();
  const id = new URL(other.url()).searchParams.get("feedback_id");
  const headers = { Authorization: `Bearer ${pulsen.staffToken("Ann")}` };
  const inbox = await page.request.get(`${pulsen.url}/v1/staff/chats`, { headers });
  const chats = (await inbox.json()).items.filter((item: { feedback_id: string }) => item.feedback_id === id);
  expect(chats).toHaveLength(1);
});

test("a happy one has no card, and nothing to begin a chat with", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=talks`);
  const sent = page.waitForResponse("**/v1/feedbacks");
  await answer(page, 9);
  expect(await (await sent).json()).not.toHaveProperty("chat_start_token");
  await expect(talk(page)).toHaveCount(0);
});

test("in the widget the chat opens in place, takes the focus, and is there again", {
  tag: "@2.4.3",
}, async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/widget?code=PSN-TALKING`);
  const widget = new HostedWidget(page);
  await widget.open();
  await widget.check("2");
  await widget.press("Send");
  await expect(widget.button("Talk to us")).toBeEnabled();
  await widget.button("Talk to us").focus();
  await page.keyboard.press("Enter");
  await expect(widget.chat.box).toBeEnabled();
  const frame = page.frameLocator("#psn-widget-content-frame");
  await expect(frame.locator("[tabindex='-1']:focus")).toHaveCount(1);
  await expectAccessible(page);
  await widget.chat.send("Hello");
  await expect(widget.chat.message("Hello")).toContainText("Sent");

  await page.reload();
  await widget.open();
  await widget.chat.expectMessages("Hello");
});

test("one press begins one chat, and one that fails can be repeated", async ({ page, pulsen }) => {
  let calls = 0;
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route("**/v1/feedbacks/*/chat", async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await failing;
    await route.fulfill({ status: 503, body: "" });
  });
  await page.goto(`${pulsen.url}/feedback?node_id=talks`);
  await answer(page, 2);
  await talk(page).dblclick();
  fail();
  await expect(page.getByRole("status").filter({ hasText: "Something went wrong" })).toBeVisible();
  await expect(talk(page)).toBeFocused();
  expect(calls).toBe(1);
  await talk(page).click();
  await page.waitForURL("**/chat?*");
  expect(calls).toBe(2);
});

test("what the server begins no more says so, and stays", async ({ page, pulsen }) => {
  await page.route("**/v1/feedbacks/*/chat", (route) =>
    route.fulfill({ status: 401, json: { code: "invalid_token" } }),
  );
  await page.goto(`${pulsen.url}/feedback?node_id=talks`);
  await answer(page, 2);
  await talk(page).click();
  await expect(page.getByRole("status").filter({ hasText: "can no longer be opened" })).toBeVisible();
  await expect(talk(page)).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
});

test("without a network the chat waits until the feedback has arrived", async ({ page, context, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=talks`);
  await page.getByRole("radio").nth(2).check();
  // The parts of the end are there before the network goes.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/endings-")),
  );
  await waitForBackgroundScripts(page);
  await context.setOffline(true);
  await page.locator("[data-element=send] button").click();
  const later = page.getByText("You can chat with us as soon as your answers have arrived.");
  await expect(later).toBeVisible();
  await expect(talk(page)).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await talk(page).click({ force: true });

  await context.setOffline(false);
  await expect(talk(page)).toHaveAttribute("aria-disabled", "false");
  await expect(later).toHaveCount(0);
  await talk(page).click();
  await page.waitForURL("**/chat?*");
  await expect(new ChatView(page).box).toBeEnabled();
});

test("the card in Arabic has no text in another language", async ({ page, pulsen }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(`${pulsen.url}/feedback?node_id=talks&lang=ar`);
  await answer(page, 2);
  await expect(page.getByRole("button", { name: "تحدث معنا" })).toBeVisible();
  await expectAccessible(page);
});

test("a kiosk offers no chat", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=talks-hall`);
  await page.getByRole("button", { name: "Tap to start" }).click();
  await answer(page, 2);
  await expect(page.locator(".chat-card")).toHaveCount(1);
  await expect(page.locator(".chat-card")).toBeHidden();
});
