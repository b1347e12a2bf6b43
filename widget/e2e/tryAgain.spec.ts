import { expect, test } from "./support/test";

test("a link page whose code does not load can be tried again", async ({ page, flowPage, pulsen }) => {
  const file = /assets\/render-.*\.js$/;
  await page.route(file, (route) => route.abort("connectionrefused"));
  await page.goto(`${pulsen.url}/feedback?node_id=demo-node`);
  const alert = page.getByRole("alert");
  await expect(alert).toHaveText("Something went wrong. Please try again later.");
  await flowPage.expectAccessible();

  // A page that is reloaded without the server would be the browser's own error page.
  await page.route(/\/feedback\?/, (route) => route.abort("connectionrefused"));
  const retry = page.getByRole("button", { name: "Try again" });
  await retry.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Still not working. Please try again in a moment.");
  await expect(retry).toBeFocused();

  await page.unroute(/\/feedback\?/);
  await page.unroute(file);
  await retry.click();
  await expect(page.getByText("How was your visit today?")).toBeVisible();
});
