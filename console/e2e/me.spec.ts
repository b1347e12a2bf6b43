import { readFileSync } from "node:fs";
import { oneTimeCode } from "./support/oneTimeCode";
import { areas, expect, openAccount, PASSWORD, signIn, test } from "./support/test";

test("somebody changes their name", async ({ page, pulsen, arrive }) => {
  await arrive("Fatma");
  await openAccount(page, pulsen);
  await page.getByLabel("Name").fill("Fatma Yılmaz");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("Fatma Yılmaz");
});

test("a new password ends all other sessions", async ({ page, pulsen, browser, arrive }) => {
  const person = await arrive("Gül");
  await openAccount(page, pulsen);
  const other = await browser.newPage();
  await other.goto(`${pulsen.url}/staff/sign-in`);
  await signIn(other, person);
  await expect(areas(other)).toBeVisible();

  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("three lemons and no tea");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("This is not your password.")).toBeVisible();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The password is changed.")).toBeVisible();
  await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();

  await other.reload();
  await expect(other).toHaveURL(`${pulsen.url}/staff/sign-in?return=%2Finbox`);
  await other.close();
});

test("sessions are listed, and end one by one or all at once", async ({ page, pulsen, browser, arrive }) => {
  const person = await arrive("Hale");
  await openAccount(page, pulsen);
  for (let at = 0; at < 3; at += 1) {
    const other = await browser.newPage();
    await other.goto(`${pulsen.url}/staff/sign-in`);
    await signIn(other, person);
    await expect(areas(other)).toBeVisible();
    await other.close();
  }
  await page.reload();
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText("This browser");
  await rows.nth(1).getByRole("button").click();
  await expect(rows).toHaveCount(3);
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();
  await expect(page.getByText("All other sessions have ended.")).toBeVisible();
});

test("a second factor is set up after a confirmation, asked for, and turned off", async ({
  page,
  pulsen,
  arrive,
}) => {
  const person = await arrive("İnci");
  await openAccount(page, pulsen);
  // As ten minutes later.
  const confirmNoLonger = () => pulsen.execute("UPDATE staff_sessions SET confirmed_until = 0");
  confirmNoLonger();
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog", { name: "Please confirm that it is you" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Set up" }).click();
  await dialog.getByLabel("Password").fill("not the password");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByText("This is not your password.")).toBeVisible();
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();

  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open in an app on this device" })).toHaveAttribute(
    "href",
    /^otpauth:/,
  );
  const secret = (await page.locator(".key").innerText()).replaceAll(" ", "");
  const wrong = oneTimeCode(secret) === "000000" ? "111111" : "000000";
  await page.getByRole("textbox", { name: "Code" }).fill(wrong);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("This code is not right")).toBeVisible();
  await page.getByRole("textbox", { name: "Code" }).fill(oneTimeCode(secret));
  await page.getByRole("button", { name: "Turn on" }).click();

  const recovery = page.getByRole("dialog", { name: "Keep these recovery codes" });
  await expect(recovery.getByRole("listitem")).toHaveCount(10);
  const codes = await recovery.getByRole("listitem").allInnerTexts();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    recovery.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(
    readFileSync(await download.path(), "utf8")
      .trim()
      .split("\n"),
  ).toEqual(codes);
  await page.keyboard.press("Escape");
  await recovery.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("On. You are asked for a code at each sign-in.")).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(page, person);
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.getByRole("textbox", { name: "Code" }).fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "İnci" }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();

  confirmNoLonger();
  await page.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByRole("button", { name: "Use a code instead" }).click();
  await dialog.getByLabel("Code").fill(codes[1] ?? "");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Off. Your password alone is enough.")).toBeVisible();
});
