import { expect, test } from "./support/test";

test("shots", async ({ page, pulsen, arrive }) => {
  await arrive("Ann Baker");
  for (const [w, h] of [
    [1280, 800],
    [375, 720],
  ] as const) {
    await page.setViewportSize({ width: w, height: h });
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(`${pulsen.url}/staff/me`);
      await expect(page.getByText("This browser")).toBeVisible();
      await page.screenshot({ path: `/tmp/frm-shots/me-${w}-${scheme}.png` });
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox", { name: /Go to/ })).toBeFocused();
      await page.keyboard.type("inb");
      await page.screenshot({ path: `/tmp/frm-shots/palette-${w}-${scheme}.png` });
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.screenshot({ path: `/tmp/frm-shots/keys-${w}-${scheme}.png` });
      await page.keyboard.press("Escape");
      await page.goto(`${pulsen.url}/staff/inbox`);
      await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
      await page.screenshot({ path: `/tmp/frm-shots/inbox-${w}-${scheme}.png` });
    }
  }
  await page.getByRole("button", { name: "Account" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.screenshot({ path: `/tmp/frm-shots/account.png` });
  await page.getByLabel("Language").selectOption("ar");
  await page.screenshot({ path: `/tmp/frm-shots/ar-375.png` });
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${pulsen.url}/staff/me`);
  await expect(page.getByText("هذا المتصفح")).toBeVisible();
  await page.screenshot({ path: `/tmp/frm-shots/ar-1280.png` });
});
