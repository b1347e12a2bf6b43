import { atInbox, expect, openAccount, PASSWORD, signIn, test } from "./support/test";

test("a server without accounts says by which command one is made, and its link leads in", async ({
  page,
  pulsen,
}) => {
  await page.goto(`${pulsen.url}/staff`);
  await expect(page.getByRole("heading", { name: "Nobody has an account yet" })).toBeVisible();
  await expect(page.locator("pre")).toHaveText("pulsen user add EMAIL --name NAME --role owner");

  await page.goto(pulsen.personLink("add", "ann@shop.example", "--name", "Ann", "--role", "owner"));
  await expect(page.getByRole("heading", { name: "Hello Ann" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("ann@shop.example");
  await expect(page).toHaveURL(`${pulsen.url}/staff/welcome`);
  await page.getByLabel("New password").fill("too short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Use at least 12 characters.")).toBeVisible();
  await expect(page.getByLabel("New password")).toBeFocused();
  await page.getByLabel("Name").fill("Ann Baker");
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("link", { name: "Ann Baker" }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Ann Baker");
});

test("somebody signs in, and is led to the page that was wanted", async ({ page, pulsen, arrive }) => {
  const person = await arrive("Bea");
  await openAccount(page, pulsen);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${pulsen.url}/staff/sign-in`);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("pulsen_staff");

  await page.goto(`${pulsen.url}/staff/me?from=mail#here`);
  await expect(page).toHaveURL(`${pulsen.url}/staff/sign-in?return=%2Fme%3Ffrom%3Dmail%23here`);
  await signIn(page, person, "another password");
  await expect(page.getByRole("alert")).toHaveText("Email and password do not match.");
  await signIn(page, person);
  await expect(page).toHaveURL(`${pulsen.url}/staff/me?from=mail#here`);
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
});

test("a sign-in leads to no other site", async ({ page, pulsen, arrive }) => {
  await arrive("Cem");
  for (const wanted of ["//evil.example", "https://evil.example", "/\\evil.example", "/..//evil.example"]) {
    await page.goto(`${pulsen.url}/staff/sign-in?return=${encodeURIComponent(wanted)}`);
    await expect(page, wanted).toHaveURL(atInbox(pulsen));
  }
});

test("the form says what is missing, and where", async ({ page, pulsen, arrive }) => {
  await arrive("Deniz");
  await openAccount(page, pulsen);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Enter your email address.");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Enter your password.");
  expect(page.url()).toBe(`${pulsen.url}/staff/sign-in`);
});

test("a used link and one without its secret say what to do", async ({ page, pulsen }) => {
  const link = pulsen.personLink("add", "eva@shop.example", "--name", "Eva", "--role", "viewer");
  await page.goto(link);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(atInbox(pulsen));
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expect(page.locator("pre")).toHaveText("pulsen user reset EMAIL");

  await page.goto(`${pulsen.url}/staff/welcome`);
  await expect(page.getByRole("heading", { name: "Open the link again" })).toBeVisible();
  // Put into the address bar of the open page, which loads nothing.
  await page.goto(pulsen.personLink("reset", "eva@shop.example").replace("/reset#", "/welcome#"));
  await expect(page.getByRole("button", { name: "Save password" })).toBeVisible();
  await expect(page).toHaveURL(`${pulsen.url}/staff/welcome`);
});
