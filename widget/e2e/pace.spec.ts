import { expectAccessible } from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { waitUntilStored } from "./support/storedRuns";
import { expect, type Page, test } from "./support/test";

const question = (id: string, style: string, order: number, more: object = {}) => ({
  id: `e-${id}`,
  type: "question",
  order,
  question: { id: `q-${id}`, key: id, style, body: { en: `${id}?`, ar: `${id}؟` }, ...more },
});
const OPTIONS = ["Good", "Bad"].map((body) => ({ id: body, key: body, body }));
const FLOW = {
  id: "paced",
  pace: "one",
  languages: ["en", "ar"].map((code) => ({ id: code, code, name: code })),
  defaultLanguageId: "en",
  states: [
    {
      id: "first",
      isInitialState: true,
      nextStateId: "second",
      elements: [
        question("mood", "radio", 1, { isRequired: true, options: OPTIONS }),
        question("score", "score", 2),
        { id: "next", type: "next_page", order: 3, body: { en: "Onward" } },
      ],
    },
    {
      id: "second",
      nextStateId: "thanks",
      elements: [
        question("mail", "email", 1),
        question("why", "text", 2),
        { id: "send", type: "submit", order: 3, body: { en: "Send" } },
      ],
    },
    { id: "thanks", style: "thank_you", elements: [] },
  ],
};
const NODE = {
  id: "paced",
  name: "Fener Coffee",
  theme: "auto",
  flow_id: "paced",
  default_language_id: "en",
};

test.beforeEach(({ pulsen }) => importRecords(pulsen, { flows: [FLOW], nodes: [NODE] }));

/** The only question that is shown. */
async function expectAsked(page: Page, id: string) {
  await expect(page.locator("#app:not([data-prerendered]) [data-question]")).toHaveAttribute(
    "data-question",
    id,
  );
}

test("one question after another by keyboard alone, and the feedback is that of the pages", {
  tag: ["@2.1.4", "@3.2.2"],
}, async ({ page, pulsen, flowPage }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=paced`);
  await expectAsked(page, "q-mood");
  await expect(page.getByText("About 40 s left")).toBeVisible();
  await expect(page.locator(".page")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Choose one answer.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Good" })).toBeFocused();

  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Bad" })).toBeChecked();
  await page.keyboard.press("a");
  await expectAsked(page, "q-score");
  await expect(page.locator(".page")).toBeFocused();
  await page.keyboard.press("7");
  await expectAsked(page, "q-mail");
  await page.getByRole("button", { name: "Back" }).click();
  await expectAsked(page, "q-score");
  await expect(page.getByRole("radio", { name: "7", exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Onward" }).click();

  await page.getByRole("textbox", { name: "mail?" }).fill("nobody");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please enter a valid email.")).toBeVisible();
  await page.getByRole("textbox", { name: "mail?" }).fill("ann@example.com");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "why?" }).fill("a1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Thank You")).toBeVisible();

  const [row] = pulsen.feedbacksOf(await flowPage.deviceId());
  expect(row).toMatchObject({ status: "complete", flow_id: "paced" });
});

for (const motion of ["no-preference", "reduce"] as const) {
  test(`taps lead on, in Arabic and in the dark, with motion: ${motion} @mobile`, async ({
    page,
    pulsen,
  }) => {
    await page.emulateMedia({ reducedMotion: motion });
    const slides: string[] = [];
    await page.exposeFunction("noteSlide", (direction: string) => slides.push(direction));
    await page.addInitScript(() => {
      const { startViewTransition } = document;
      if (!startViewTransition) return;
      document.startViewTransition = (update) => {
        (window as unknown as Record<string, (direction?: string) => void>).noteSlide?.(
          document.documentElement.dataset.slide,
        );
        return startViewTransition.call(document, update);
      };
    });
    await page.goto(`${pulsen.url}/feedback?node_id=paced&lang=ar`);
    await expectAsked(page, "q-mood");
    await expectAccessible(page);
    await page.getByText("Bad", { exact: true }).click();
    await expectAsked(page, "q-score");
    await page.getByRole("button", { name: "رجوع" }).click();
    await expectAsked(page, "q-mood");
    await page.emulateMedia({ reducedMotion: motion, colorScheme: "dark" });
    await expectAccessible(page);
    expect(slides).toEqual(motion === "reduce" ? [] : ["forward", "back"]);
  });
}

test("the first question is there before the scripts", async ({ page, pulsen }) => {
  const html = await (await page.request.get(`${pulsen.url}/feedback?node_id=paced`)).text();
  expect(html).toContain("data-prerendered");
  expect(html).toContain("About 40 s left");
  expect(html).toContain('data-question="q-mood"');
  expect(html).not.toContain('data-question="q-score"');
});

test("a run that was left continues at its question, which is said until the next one", async ({
  page,
  pulsen,
}) => {
  await page.goto(`${pulsen.url}/feedback?node_id=paced`);
  await expectAsked(page, "q-mood");
  await page.keyboard.press("a");
  await expectAsked(page, "q-score");
  await page.keyboard.press("9");
  await expectAsked(page, "q-mail");
  await waitUntilStored(page);

  await page.reload();
  await expectAsked(page, "q-mail");
  const welcome = page.getByRole("status").filter({ hasText: "Welcome back. You are at question 3 of 4." });
  await expect(welcome).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Next" }).click();
  await expectAsked(page, "q-why");
  await expect(welcome).toBeHidden();
});
