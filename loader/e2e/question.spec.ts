import type { Locator, Page } from "@playwright/test";
import { openBubble } from "./support/bubble";
import { type HostSite, scriptTag } from "./support/hostSite";
import { importFlow, importNode, importWidget } from "./support/importRecord";
import { callPsn } from "./support/psn";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, expectAccessible, test, waitForAnimations } from "./support/test";

const TEXTS = { en: "How was your visit?", ar: "كيف كانت زيارتك؟" };

/** A flow that asks this first and then why, but who says that it was bad, how it could be better. */
function flowWith(id: string, question: object) {
  const element = (id: string, question: object) => ({
    id: `e-${id}`,
    type: "question",
    order: 1,
    question: { id: `q-${id}`, key: id, ...question },
  });
  const words = (id: string, body: object) => ({
    id,
    nextStateId: "thanks",
    elements: [
      element(id, { style: "text", body }),
      { id: `send-${id}`, type: "submit", order: 2, body: { en: "Send", ar: "إرسال" } },
    ],
  });
  return {
    id,
    languages: ["en", "ar"].map((code) => ({ id: code, code, name: code })),
    defaultLanguageId: "en",
    states: [
      {
        id: "first",
        isInitialState: true,
        nextStateId: "why",
        elements: [
          element("first", { body: TEXTS, isRequired: true, ...question }),
          { id: "next", type: "next_page", order: 2, body: { en: "Next", ar: "التالي" } },
        ],
      },
      words("why", { en: "Why?", ar: "لماذا؟" }),
      ...(question === MOOD ? [words("better", BETTER)] : []),
      { id: "thanks", style: "thank_you", elements: [] },
    ],
    ...(question === MOOD && { transitions: [IF_BAD] }),
  };
}

const MOOD = {
  style: "radio",
  options: [
    { id: "o-good", key: "good", body: { en: "Lovely", ar: "رائعة" } },
    { id: "o-bad", key: "bad", body: { en: "Not so good", ar: "ليست جيدة" } },
  ],
};
const BETTER = { en: "What could be better?", ar: "ما الذي يمكن تحسينه؟" };
const IF_BAD = {
  fromStateId: "first",
  toStateId: "better",
  rules: [{ elementId: "e-first", operator: "option", optionIds: ["o-bad"] }],
};
const FACES = {
  style: "radio",
  options: ["😀", "😐", "🙁"].map((body, at) => ({ id: `o-${at}`, key: String(at), body })),
};
const STARS = { style: "star", minLabel: { en: "Bad" }, maxLabel: { en: "Great" } };
const SCORE = { style: "score", minLabel: { en: "Not at all likely" }, maxLabel: { en: "Very likely" } };

async function openHost(page: Page, host: HostSite, pulsen: PulsenServer, question: object, settings = {}) {
  const id = `asked-${(question as { style: string }).style}`;
  importFlow(pulsen, flowWith(id, question));
  const node = importNode(pulsen, { flow_id: id, default_language_id: "en", theme: "auto" });
  const code = importWidget(pulsen, { node_id: node, popover_question: true, ...settings });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
}

/** Returns the sizes of all buttons, in pixels. */
const sizesOf = (buttons: Locator) =>
  buttons.evaluateAll((all) =>
    all.map((button) => {
      const { width, height } = button.getBoundingClientRect();
      return Math.min(width, height);
    }),
  );

for (const [name, question, answer, response] of [
  ["an option", MOOD, "Lovely", { option_id: "o-good" }],
  ["a face", FACES, "😐", { option_id: "o-1" }],
  ["a star", STARS, "4 / 5", { body: "4" }],
  ["a number", SCORE, "9", { body: "9" }],
] as const) {
  test(`a tap on ${name} is the answer, and the widget opens at what follows @phone`, async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    const bubble = await openBubble(page);
    await openHost(page, host, pulsen, question);
    await expect(bubble.getByRole("group", { name: "How was your visit?" })).toBeVisible();
    await waitForAnimations(page);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    expect(Math.min(...(await sizesOf(bubble.getByRole("button"))))).toBeGreaterThanOrEqual(44);
    const box = await bubble.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0)).toBe(true);

    await bubble.getByRole("button", { name: answer, exact: true }).click();
    await expect(widget.question("q-why")).toBeVisible();
    await expect(bubble).toBeHidden();
    await widget.textBox("Why?").fill("Warm lamps");
    const sent = page.waitForRequest((request) => request.url().endsWith("/v1/feedbacks"));
    const accepted = widget.waitForFeedback();
    await widget.press("Send");
    await accepted;
    const { device_id: deviceId } = (await sent).postDataJSON();
    const first = { question_id: "q-first", ...response };
    const why = { question_id: "q-why", body: "Warm lamps" };
    expect(pulsen.feedbacksOf(deviceId)).toMatchObject([{ status: "complete", responses: [first, why] }]);
  });
}

test("the keyboard answers, takes the focus along, and a rule decides what follows", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const bubble = await openBubble(page);
  await openHost(page, host, pulsen, MOOD);
  await widget.tabTo(bubble.getByRole("button", { name: "Not so good" }));
  await page.keyboard.press("Enter");
  await expect(widget.question("q-better")).toBeVisible();
  await expect.poll(() => widget.hasKeyboardFocus()).toBe(true);
});

for (const dismiss of ["the close button", "Escape"]) {
  test(`${dismiss} dismisses the question, also on the next page`, async ({ page, widget, pulsen, host }) => {
    const bubble = await openBubble(page);
    await openHost(page, host, pulsen, MOOD);
    const option = bubble.getByRole("button", { name: "Lovely" });
    if (dismiss === "Escape") {
      await widget.tabTo(option);
      await page.keyboard.press("Escape");
      await expect(widget.launcher).toBeFocused();
    } else await bubble.getByRole("button", { name: "Close" }).click();
    await expect(bubble).toBeHidden();
    await page.reload();
    await expect(widget.launcher).toBeVisible();
    await expect(bubble).toBeHidden();
  });
}

test("who has answered is not asked again, on this page or the next", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const bubble = await openBubble(page);
  await openHost(page, host, pulsen, MOOD);
  await bubble.getByRole("button", { name: "Lovely" }).click();
  await expect(widget.question("q-why")).toBeVisible();
  await widget.runIsStored();
  await widget.close();
  await expect(bubble).toBeHidden();
  await page.reload();
  await expect(widget.launcher).toBeVisible();
  await expect(bubble).toBeHidden();
  await widget.open();
  await expect(widget.question("q-why")).toBeVisible();
});

test("who has answered where one feedback is taken is not asked, also if the host shows the launcher", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const bubble = await openBubble(page);
  await openHost(page, host, pulsen, MOOD, { prevent_multiple_feedback: true, display_once: true });
  await bubble.getByRole("button", { name: "Lovely" }).click();
  await widget.textBox("Why?").fill("Warm lamps");
  const accepted = widget.waitForFeedback();
  await widget.press("Send");
  await accepted;
  await page.reload();
  await page.waitForFunction(() => "PSN" in window);
  await callPsn(page, "show");
  await expect(widget.launcher).toBeVisible();
  await expect(bubble).toBeHidden();
});

test("an answer that the host knows gives way to the visitor's", async ({ page, widget, pulsen, host }) => {
  const bubble = await openBubble(page);
  await openHost(page, host, pulsen, MOOD);
  await page.waitForFunction(() => "PSN" in window);
  await callPsn(page, "prefill", { first: "good" });
  await bubble.getByRole("button", { name: "Not so good" }).click();
  await expect(widget.question("q-better")).toBeVisible();
});

test("in Arabic the question reads from right to left", async ({ page, pulsen, host }) => {
  const bubble = await openBubble(page);
  await openHost(page, host, pulsen, MOOD, { default_language_code: "ar" });
  const button = bubble.getByRole("button", { name: "رائعة" });
  await expect(button).toBeVisible();
  await expect(button).toHaveCSS("direction", "rtl");
});
