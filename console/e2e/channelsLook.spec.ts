import { storeNode } from "./support/channels";
import { expectAccessibleInThemes, expectFits } from "./support/look";
import { expect, type Page, test } from "./support/test";

const WIDTHS = [320, 768, 1280, 1920];

for (const [locale, direction, words] of [
  ["en-US", "ltr", { channel: "New channel", name: "Name", newer: "Load the newer version", save: "Save" }],
  ["ar", "rtl", { channel: "قناة جديدة", name: "الاسم", newer: "تحميل النسخة الأحدث", save: "حفظ" }],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test("pages of channels are accessible and fit, in each theme and width", async ({
      page,
      pulsen,
      arrive,
    }) => {
      test.slow();
      await arrive(`Channels ${locale}`);
      const id = await storeNode(pulsen, { name: "A look ".repeat(12).trim(), chat: { token_days: 30 } });
      await storeNode(pulsen, { id, name: "Another", theme: "dark", enabled_domains: ["a.example"] }, '"1"');
      const open = async (path: string) => {
        await page.goto(`${pulsen.url}/staff/channels${path}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      };

      await open("");
      await expect(page.locator(".channels-item__facts .button").first()).toBeVisible();
      await look(page);
      await page.getByRole("button", { name: words.channel }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await look(page);

      await open(`/${id}?part=share`);
      await expect(page.getByRole("img").first()).toBeVisible();
      await look(page);
      await open(`/${id}?part=revisions`);
      await page.locator(".disclosure__button").first().click();
      await expect(page.getByRole("table")).toBeVisible();
      await look(page);

      await open(`/${id}`);
      await page.getByLabel(words.name, { exact: true }).fill("Mine");
      await storeNode(pulsen, { id, name: "Theirs" }, '"2"');
      await page.getByRole("button", { name: words.save }).click();
      await page.getByRole("button", { name: words.newer }).click();
      await expect(page.locator(".channels-conflict")).toBeVisible();
      await page.getByRole("textbox").last().fill('{"nmae": 1}');
      await expect(page.locator(".channels-rest .field__error")).toBeVisible();
      await look(page);
      await page.reload();

      await open("/demo-widget/widgets/PSN-DEMO123");
      await expect(page.locator("iframe")).toBeVisible();
      await look(page, { withoutFrames: true });
      await open("/demo-widget/widgets/PSN-DEMO123?part=embed");
      await page.getByRole("textbox").last().fill("default-src 'self'; sandbox");
      await expect(page.locator(".channels-blocker")).toHaveCount(3);
      await look(page);
      expect(await page.evaluate(() => document.documentElement.dir || "ltr")).toBe(direction);
    });
  });
}

async function look(page: Page, { withoutFrames = false } = {}) {
  // The widget has tests of its own.
  if (withoutFrames)
    await page.locator("iframe").evaluateAll((frames) => {
      for (const frame of frames) frame.remove();
    });
  await expectAccessibleInThemes(page);
  await expectFits(page, WIDTHS);
  await page.setViewportSize({ width: 1280, height: 800 });
}
