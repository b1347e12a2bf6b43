import { expectAccessibleInThemes, expectFits } from "./support/look";
import { expect, openAccount, type Page, test } from "./support/test";

const WIDTHS = [320, 768, 1280, 1920];

for (const [locale, words] of [
  ["en-US", { signOut: "Sign out", setUp: "Set up", start: "Sign in" }],
  ["tr-TR", { signOut: "Çıkış yap", setUp: "Kur", start: "Giriş yap" }],
  ["ar", { signOut: "تسجيل الخروج", setUp: "إعداد", start: "تسجيل الدخول" }],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test("pages are accessible and fit, in each theme and width", async ({ page, pulsen, arrive }) => {
      await page.goto(`${pulsen.url}/staff/reset#unknown`);
      await expect(page.locator("pre")).toBeVisible();
      await look(page);
      await page.goto(`${pulsen.url}/staff/nowhere`);
      await expect(page.getByRole("heading")).toBeVisible();
      await look(page);
      await arrive(`Person ${locale}`);
      await openAccount(page, pulsen);
      await page.getByRole("button", { name: words.setUp, exact: true }).click();
      await expect(page.getByRole("img")).toBeVisible();
      await look(page);
      pulsen.execute("UPDATE staff_sessions SET confirmed_until = 0");
      await page.reload();
      await page.getByRole("button", { name: words.setUp, exact: true }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await look(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: words.signOut }).click();
      await page.getByRole("button", { name: words.start }).click();
      await expect(page.locator(".field__error").first()).toBeVisible();
      await look(page);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
    });
  });
}

test("the language can be chosen, and stays", async ({ page, pulsen, arrive }) => {
  await arrive("Pelin");
  await openAccount(page, pulsen);
  await page.getByLabel("Language").selectOption("tr");
  await expect(page.getByRole("heading", { name: "Hesabınız" })).toBeVisible();
  await page.goto(`${pulsen.url}/staff/me`);
  await expect(page.getByRole("heading", { name: "Hesabınız" })).toBeVisible();
});

async function look(page: Page) {
  await expectAccessibleInThemes(page);
  for (const width of WIDTHS) {
    await expectFits(page, [width]);
    await expect.poll(() => smallTargets(page), { message: `${page.url()} at ${width} px` }).toEqual([]);
  }
}

/** Returns the targets that are hard to touch, without what only screen readers reach, such as the button by which these close a dialog. */
function smallTargets(page: Page): Promise<string[]> {
  return page
    .locator("button:visible, select:visible, a:visible")
    .and(page.locator(':not([tabindex="-1"])'))
    .evaluateAll((targets) =>
      targets
        .filter((target) => target.getBoundingClientRect().height < 44)
        .map(({ outerHTML }) => outerHTML),
    );
}
