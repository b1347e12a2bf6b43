import { expectAccessible } from "pulsen-loader/e2e";
import { expect, test } from "./support/test";

test("the reference shows and tries the interface, by keyboard too @mobile", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/docs/api`);
  await expect(page.getByRole("heading", { level: 1, name: "Pulsen" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Operations" })).toBeVisible();
  await expectAccessible(page);

  await test.step("an operation is found and opened", async () => {
    await page.getByRole("search").getByRole("textbox").fill("Health");
    const tag = page.getByRole("heading", { level: 3 });
    await expect(tag).toHaveCount(1);
    await tag.getByRole("button").press("Enter");
    const operation = page.locator("#operations-Health-is_alive .opblock-summary-control");
    await operation.press("Enter");
    await expect(operation).toHaveAttribute("aria-expanded", "true");
    await expect(page).toHaveURL(/#\/Health\/is_alive$/);
    await expectAccessible(page);
  });

  await test.step("its request is sent to this server", async () => {
    await page.getByRole("button", { name: "Try it out" }).press("Enter");
    await page.getByRole("button", { name: "Execute" }).press("Enter");
    await expect(page.locator(".live-responses-table")).toContainText('"status": "ok"');
    await expectAccessible(page);
  });

  await test.step("its address leads back to it", async () => {
    await page.reload();
    const operation = page.locator("#operations-Health-is_alive .opblock-summary-control");
    await expect(operation).toHaveAttribute("aria-expanded", "true");
  });
});
