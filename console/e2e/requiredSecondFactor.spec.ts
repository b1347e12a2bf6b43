import { PulsenServer } from "pulsen-loader/e2e";
import { expectAccessibleInThemes } from "./support/look";
import { oneTimeCode } from "./support/oneTimeCode";
import { areas, expect, PASSWORD, test } from "./support/test";

test("where everybody needs a second factor, the first page is where it is set up", async ({ page }) => {
  const pulsen = await PulsenServer.start({ requiresSecondFactor: true });
  try {
    await page.goto(pulsen.personLink("add", "ann@shop.example", "--name", "Ann", "--role", "agent"));
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    const needed = page.getByText("Everybody here needs a second factor.");
    await expect(needed).toBeVisible();
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Second factor");
    // Nothing leads further.
    await expect(areas(page)).toBeHidden();
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("dialog").getByRole("option")).toHaveText([
      "Your account",
      /^Keyboard shortcuts/,
      "Sign out",
    ]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expectAccessibleInThemes(page);
    await page.getByRole("button", { name: "Set up" }).click();
    const secret = (await page.locator(".key").innerText()).replaceAll(" ", "");
    await page.getByRole("textbox", { name: "Code" }).fill(oneTimeCode(secret));
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("button", { name: "I have kept them" }).click();
    await expect(needed).toBeHidden();
    await expect(areas(page)).toBeVisible();
    await expect(page.getByText("Everybody here needs it, so it stays on.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Turn off" })).toBeHidden();
  } finally {
    await pulsen.stop();
  }
});
