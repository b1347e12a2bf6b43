import type { FrameLocator } from "@playwright/test";
import { expectAccessible, HostedWidget } from "pulsen-loader/e2e";
import { waitForBackgroundScripts } from "./support/backgroundScripts";
import { importRecords } from "./support/importRecords";
import { sendTwentyScores } from "./support/sendTwentyScores";
import { expect, type Page, test } from "./support/test";

const TEXTS = {
  send: { en: "Send", ar: "إرسال" },
  review: { en: "Tell others\nIt takes a minute.", ar: "أخبر الآخرين\nلن يستغرق سوى دقيقة." },
  write: { en: "Write a review", ar: "اكتب تقييمًا" },
  help: { en: "Can we make it right?", ar: "هل يمكننا إصلاح الأمر؟" },
  talk: { en: "Talk to us", ar: "تحدث معنا" },
  thanks: { en: "Thank you!", ar: "شكرًا!" },
};

const FLOW = {
  id: "endings",
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
          triggers: [showing("happy", "greater", 8, "review"), showing("unhappy", "less", 7, "help")],
        },
        { id: "send", type: "submit", order: 1, body: TEXTS.send },
      ],
    },
    {
      id: "thanks",
      style: "thank_you",
      elements: [
        { id: "thanks", type: "label", order: 0, body: TEXTS.thanks },
        { id: "agreement", type: "live_result", order: 1, questionKey: "rate" },
        { id: "number", type: "reference", order: 1 },
        card("review", TEXTS.review, TEXTS.write),
        card("help", TEXTS.help, TEXTS.talk),
      ],
    },
  ],
};

const NODE = { name: "Fener Coffee", flow_id: "endings", primary_color: "#0F766E", theme: "auto" };

function showing(key: string, ruleType: string, answerValue: number, target: string) {
  return {
    key,
    controlType: "value",
    ruleType,
    answerValue,
    scope: "element",
    action: "make_visible",
    targetIds: [target],
  };
}

function card(id: string, body: object, button: object) {
  return { id, type: "card", order: 2, isVisible: false, url: `https://shop.example/${id}`, body, button };
}

test.beforeAll(({ pulsen }) =>
  importRecords(pulsen, {
    flows: [FLOW],
    nodes: [
      { ...NODE, id: "endings" },
      { ...NODE, id: "endings-live" },
      { ...NODE, id: "endings-hall", kiosk: true, kiosk_pin: "2580" },
    ],
    widgets: [{ code: "PSN-ENDINGS", node_id: "endings" }],
  }),
);

async function answer(page: Page, score: number) {
  await page.getByRole("radio", { name: `${score}`, exact: true }).check();
  await page.locator("[data-element=send] button").click();
  await expect(page.locator(".check-mark")).toBeVisible();
}

/** Returns the reference number that the page shows. */
async function shownNumber(page: Page | FrameLocator): Promise<string> {
  const number = page.locator(".reference__digits");
  await expect(number).toHaveText(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  return (await number.textContent()) ?? "";
}

test("the check mark is drawn once, and stands still where motion is unwelcome @mobile", async ({
  page,
  pulsen,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(`${pulsen.url}/feedback?node_id=endings`);
  await answer(page, 7);
  const motion = (part: string) =>
    page.locator(part).evaluate((element) => {
      const { animationName, animationIterationCount } = getComputedStyle(element);
      return [animationName, animationIterationCount];
    });
  expect(await motion(".check-mark__tick")).toEqual(["draw", "1"]);
  expect(await motion(".check-mark__disc")).toEqual(["pop", "1"]);
  await expect(page.locator(".check-mark")).toHaveAttribute("aria-hidden", "true");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await motion(".check-mark__tick")).toEqual(["none", "1"]);
  expect(await motion(".check-mark__disc")).toEqual(["none", "1"]);
});

test("staff find a feedback by the number that its visitor has read, also without a network", async ({
  page,
  context,
  pulsen,
}) => {
  await page.goto(`${pulsen.url}/feedback?node_id=endings`);
  await page.getByRole("radio", { name: "7", exact: true }).check();
  // The parts of the end are there before the network goes.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/endings-")),
  );
  await waitForBackgroundScripts(page);
  await context.setOffline(true);
  await answer(page, 7);
  const number = await shownNumber(page);
  await expect(page.getByText(/^Your answers are safe on this device\./)).toBeVisible();

  const sent = page.waitForResponse("**/v1/feedbacks");
  await context.setOffline(false);
  const { id } = await (await sent).json();
  const headers = { Authorization: `Bearer ${pulsen.staffToken("Reference")}` };
  const spoken = number.replace("-", " ").toLowerCase();
  const found = await page.request.get(
    `${pulsen.url}/v1/staff/feedbacks?reference=${encodeURIComponent(spoken)}`,
    { headers },
  );
  expect((await found.json()).items).toMatchObject([{ id, reference: number }]);
});

test("visitors see how many agree with them once 20 have answered @mobile", { tag: "@4.1.3" }, async ({
  page,
  pulsen,
}) => {
  await page.goto(`${pulsen.url}/feedback?node_id=endings`);
  const result = page.locator(".live-result");
  let answered = page.waitForResponse("**/live_results");
  await answer(page, 9);
  expect(await (await answered).json()).toEqual({ items: [] });
  await expect(result).toBeEmpty();

  await sendTwentyScores(page, pulsen, { node_id: "endings-live", flow_id: FLOW.id });
  await page.goto(`${pulsen.url}/feedback?node_id=endings-live`);
  answered = page.waitForResponse("**/live_results");
  await answer(page, 3);
  await answered;
  await expect(result).toHaveText(/^1[59] of 100 agree with you$/);
  await expect(result).toHaveRole("status");
  await expectAccessible(page);
});

test("a result that does not arrive leaves the end as it is", async ({ page, pulsen }) => {
  const asked = page.waitForEvent("requestfailed");
  await page.route("**/live_results", (route) => route.abort());
  await page.goto(`${pulsen.url}/feedback?node_id=endings`);
  await answer(page, 9);
  await asked;
  await shownNumber(page);
  await expect(page.locator(".live-result")).toBeEmpty();
});

test("the number is read digit by digit, and copied @mobile", { tag: "@4.1.3" }, async ({
  page,
  pulsen,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${pulsen.url}/feedback?node_id=endings`);
  await answer(page, 7);
  const number = await shownNumber(page);
  const [first = "", second = ""] = number.split("-");
  const spelled = `${[...first].join(" ")}, ${[...second].join(" ")}`;
  await expect(page.locator(".reference__number .visually-hidden")).toHaveText(spelled);

  await page.getByRole("button", { name: "Copy" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
});

for (const [who, score, shown, hidden] of [
  ["a happy visitor", 10, "Write a review", "Talk to us"],
  ["an unhappy one", 2, "Talk to us", "Write a review"],
] as const) {
  test(`${who} sees the card for that @mobile`, async ({ page, pulsen }) => {
    await page.goto(`${pulsen.url}/feedback?node_id=endings`);
    await answer(page, score);
    const link = page.getByRole("link", { name: shown });
    await expect(link).toHaveAttribute("href", /^https:\/\/shop\.example\/(review|help)$/);
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    await expect(page.getByRole("link", { name: hidden })).toHaveCount(0);
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
  });
}

test("the page from right to left has no text in another language", async ({ page, pulsen }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(`${pulsen.url}/feedback?node_id=endings&lang=ar`);
  await page.getByRole("radio").last().check();
  await page.locator("[data-element=send] button").click();
  await shownNumber(page);
  await expect(page.getByRole("button", { name: "نسخ" })).toBeVisible();
  await expect(page.locator(".reference__number")).toHaveCSS("direction", "ltr");
  await expectAccessible(page);
});

test("in the widget and on a kiosk each feedback has a number of its own", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/widget?code=PSN-ENDINGS`);
  const widget = new HostedWidget(page);
  const frame = page.frameLocator("#psn-widget-content-frame");
  await widget.open();
  await widget.check("10");
  await widget.press("Send");
  const first = await shownNumber(frame);
  await expect(frame.getByRole("link", { name: "Write a review" })).toBeVisible();
  await widget.press("New feedback");
  await widget.check("10");
  await widget.press("Send");
  await expect(frame.locator(".check-mark")).toBeVisible();
  expect(await shownNumber(frame)).not.toBe(first);

  await page.goto(`${pulsen.url}/feedback?node_id=endings-hall`);
  await page.getByRole("button", { name: "Tap to start" }).click();
  await answer(page, 10);
  await shownNumber(page);
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
  // Nobody leaves a kiosk by a link: its address can be read.
  await expect(page.getByText("Write a review")).toBeVisible();
  await expect(page.locator("[data-address='https://shop.example/review']")).toBeVisible();
  await expect(page.getByRole("link")).toHaveCount(0);
});
