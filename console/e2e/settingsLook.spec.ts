import { randomUUID } from "node:crypto";
import { expectAccessible } from "pulsen-loader/e2e";
import { blockAddress, expect, type Page, submitFeedback, test } from "./support/settings";

const WIDTHS = [320, 768, 1280];

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

    test("all pages are accessible and fit, in each theme and width", async ({ page, pulsen, colleague }) => {
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

      const english = await colleague(`Look ${locale}`, "owner");
      await page.context().addCookies(await english.context().cookies());
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
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // The frame is drawn again at another width.
    await expect
      .poll(
        () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        `${page.url()} at ${width} px`,
      )
      .toBeLessThanOrEqual(0);
  }
}
