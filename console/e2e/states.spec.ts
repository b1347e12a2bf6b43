import { atInbox, expect, openAccount, test } from "./support/test";

const SESSIONS = "**/v1/staff/me/sessions";

test("a page that is not there says so, and leads on", async ({ page, pulsen, arrive }) => {
  await arrive("Jale");
  await page.goto(`${pulsen.url}/staff/nowhere/at/all`);
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await expect(page).toHaveURL(atInbox(pulsen));
});

test("what fails is named with its request, and tried again", async ({ page, pulsen, arrive }) => {
  await arrive("Kaan");
  await openAccount(page, pulsen);
  await page.route(SESSIONS, (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/problem+json",
      headers: { "x-request-id": "request-7" },
      json: { title: "Something went wrong on the server", status: 500, code: "internal" },
    }),
  );
  await page.reload();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Something went wrong on the server");
  await expect(alert).toContainText("Request request-7");
  // The rest of the page is there.
  await expect(page.getByLabel("Name")).toHaveValue("Kaan");
  await page.unroute(SESSIONS);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("This browser")).toBeVisible();
});

test("who lacks a right is told who can give it", async ({ page, pulsen, arrive }) => {
  await arrive("Lale");
  await openAccount(page, pulsen);
  await page.route(SESSIONS, (route) =>
    route.fulfill({
      status: 403,
      json: { title: "The token lacks a right", status: 403, code: "missing_right" },
    }),
  );
  await page.reload();
  await expect(page.getByText("An owner can give you the right. Ask one of them.")).toBeVisible();
});

test("the frame is there while the page loads", async ({ page, pulsen, arrive }) => {
  await arrive("Metin");
  await openAccount(page, pulsen);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/v1/staff/session", async (route) => {
    await answered;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole("link", { name: "Pulsen" })).toBeVisible();
  await expect(page.getByText("Loading…")).toBeAttached();
  answer();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
});

test("without a connection a bar says so, and what is there stays", async ({
  page,
  context,
  pulsen,
  arrive,
}) => {
  await arrive("Nur");
  await openAccount(page, pulsen);
  await context.setOffline(true);
  await expect(page.getByText("There is no connection.")).toBeVisible();
  await page.getByLabel("Name").fill("Nur Ak");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toHaveText("Check your connection, then try again.");
  await context.setOffline(false);
  await expect(page.getByText("There is no connection.")).toBeHidden();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
});

test("a session that has ended elsewhere leads to the sign-in page, and back", async ({
  page,
  context,
  pulsen,
  arrive,
}) => {
  await arrive("Oya");
  await openAccount(page, pulsen);
  await context.clearCookies();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(`${pulsen.url}/staff/sign-in?return=%2Fme`);
});
