import { expectAccessible } from "pulsen-loader/e2e";
import { option, question, send, thanks } from "./support/flowParts";
import { importRecords } from "./support/importRecords";
import { expect, type Page, test } from "./support/test";

const text = (en: string) => ({ en });
const required = (key: string, style: string, body: string, more = {}) =>
  question(key, style, { body: text(body), isRequired: true, ...more });
const OPTIONS = [option("good", "Good", "İyi"), option("bad", "Bad", "Kötü")];

const FLOW = {
  id: "missing",
  languages: [{ id: "en", code: "en", name: "English" }],
  states: [
    {
      id: "all",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        required("parts", "matrix", "How were they?", {
          options: OPTIONS,
          statements: [
            { id: "s-cake", key: "cake", body: "Cake" },
            { id: "s-tea", key: "tea", body: "Tea" },
          ],
        }),
        required("visit", "radio", "Which visit?", { options: OPTIONS }),
        required("terms", "agreement", "I agree to the terms."),
        required("email", "email", "Your email"),
        send,
      ],
    },
    thanks({ en: "Thanks a lot" }),
  ],
};

test.beforeEach(({ pulsen }) =>
  importRecords(pulsen, {
    nodes: [{ id: "missing", name: "Fener Coffee", flow_id: "missing" }],
    flows: [FLOW],
  }),
);

const part = (page: Page, key: string) => page.locator(`[data-question="q-${key}"]`);
const status = (page: Page) => page.getByRole("status").filter({ hasText: /answer/ });

test("one status counts the answers that are missing, each question says its own @mobile", {
  tag: ["@3.3.1", "@3.3.3", "@4.1.3"],
}, async ({ page, flowPage, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=missing`);
  await flowPage.send().click();
  await expect(status(page)).toHaveText("4 answers are missing.");
  for (const [key, message] of Object.entries({
    parts: "Please answer all of the questions to continue.",
    visit: "Choose one answer.",
    terms: "Please check the box to continue.",
    email: "Please fill in this field to continue.",
  })) {
    await expect(part(page, key).locator(".field__error")).toHaveText(message);
  }
  await expect(part(page, "parts").locator(":focus")).toHaveCount(1);
  await expect(page.locator(".field__error[aria-live]")).toHaveCount(0);
  await expectAccessible(page);

  await part(page, "visit").getByRole("radio", { name: "Good" }).check();
  await part(page, "terms").getByRole("checkbox").check();
  await part(page, "email").getByRole("textbox").fill("nobody");
  await flowPage.send().click();
  await expect(status(page)).toHaveText("Please check 2 answers.");
});

test("of a matrix that is partly answered, the row without an answer is marked and in sight @mobile", {
  tag: ["@3.3.1", "@2.4.3"],
}, async ({ page, flowPage, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=missing`);
  await page.getByRole("radio", { name: "Cake: Good" }).check();
  await flowPage.send().click();
  await expect(part(page, "parts").locator(".field__error")).toHaveText("1 of 2 rows is missing.");
  const missing = page.locator("tr", { hasText: "Tea" });
  await expect(missing.getByRole("radio").first()).toBeFocused();
  await expect(missing).toBeInViewport({ ratio: 1 });
  await expect(part(page, "parts").locator("[data-missing]")).toHaveText(/^Tea/);
  await expectAccessible(page);
});
