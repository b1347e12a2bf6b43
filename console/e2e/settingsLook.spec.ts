import { randomUUID } from "node:crypto";
import { expectAccessibleInThemes, expectFits } from "./support/look";
import { blockAddress, expect, type Page, submitFeedback, test } from "./support/settings";

const PAGES = [
  "",
  "/people",
  "/tokens",
  "/webhooks",
  "/webhooks/look",
  "/connectors",
  "/connectors/look",
  "/connectors/look?edit=true",
  "/replies",
  "/blocked",
  "/privacy",
  "/audit",
  "/server",
];

for (const [locale, direction] of [
  ["en-US", "ltr"],
  ["tr-TR", "ltr"],
  ["ar", "rtl"],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test("all pages are accessible and fit, in each theme and width", async ({ page, pulsen, arrive }) => {
      test.slow();
      const feedback = await submitFeedback(pulsen, randomUUID());
      const token = pulsen.staffToken(`Script ${locale}`);
      const staff = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
        fetch(`${pulsen.url}/v1/staff/${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
      await staff("PUT", "canned_replies/look", { title: "A look", body: "Look at it.\n\nTwice." });
      await staff("PUT", "webhooks/look", { url: "https://crm.example/hook", events: ["chat.rated"] });
      const connector = { id: "look", url: "https://shop.example/{{answer}}", data: { tier: "/tier" } };
      await staff("PUT", "connectors/look", connector, { "if-none-match": "*" });
      await staff("POST", `chats/${feedback}/block_sender`);
      blockAddress(pulsen, "Look");

      await arrive(`Look ${locale}`);
      for (const path of PAGES) {
        await page.goto(`${pulsen.url}/staff/settings${path}`);
        await look(page);
      }
      expect(await page.evaluate(() => document.documentElement.dir || "ltr")).toBe(direction);
    });
  });
}

async function look(page: Page) {
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await expectAccessibleInThemes(page);
  await expectFits(page, [320, 768, 1280]);
}
