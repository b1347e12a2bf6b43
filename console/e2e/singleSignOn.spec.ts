import { expectAccessible, PulsenServer } from "pulsen-loader/e2e";
import { expectAccessibleInThemes, expectFits } from "./support/look";
import { Provider } from "./support/provider.mjs";
import { atInbox, test as consoleTest, expect, PASSWORD, type Page, signIn } from "./support/test";

const ROLES = ["--oidc-role-claim", "groups", "--oidc-roles", "admins=owner,support=agent"];

interface Site {
  server: PulsenServer;
  provider: Provider;
}

/** Starts a provider, and a server that knows it; both end with the test. */
const test = consoleTest.extend<{ start: (...options: string[]) => Promise<Site> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  start: async ({}, use) => {
    const sites: Site[] = [];
    await use(async (...options) => {
      const provider = await Provider.start();
      const server = await PulsenServer.start({ singleSignOn: { ...provider.registration, options } });
      provider.register(server.url);
      const site = { server, provider };
      sites.push(site);
      return site;
    });
    for (const { server, provider } of sites) {
      await server.stop();
      await provider.stop();
    }
  },
});

/** Fills in the provider's page, where any password is right. */
async function proveAtProvider(page: Page, login: string) {
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("whatever");
  await page.locator("button[type=submit]").click();
}

test("somebody who was added signs in at the provider, and is led to the page that was wanted", async ({
  page,
  start,
}) => {
  const site = await start();
  const { server, provider } = site;
  server.personLink("add", "ann@shop.example", "--name", "Ann Baker", "--role", "editor");
  await page.goto(`${server.url}/staff/me?from=mail#here`);
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await expect(page).toHaveURL(new RegExp(`^${provider.registration.issuer}/`));
  await proveAtProvider(page, "ann@shop.example");
  await expect(page).toHaveURL(`${server.url}/staff/me?from=mail#here`);
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Ann Baker");
  await expect(page.getByText("This browser")).toBeVisible();
  const cookies = await page.context().cookies(server.url);
  expect(cookies.find(({ name }) => name === "pulsen_staff")).toMatchObject({
    httpOnly: true,
    sameSite: "Strict",
  });
  expect(cookies.map(({ name }) => name)).not.toContain("pulsen_staff_sign_in");
  expect(server.query("SELECT act, staff, subject FROM staff_audit WHERE act = 'sign_in'")).toMatchObject([
    { staff: "Ann Baker", subject: expect.stringMatching(/, single sign-on$/) },
  ]);

  // The provider knows them: the next time it asks nothing. Another browser of theirs has a session of its own.
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await expect(page).toHaveURL(atInbox(server));
  await page.goto(`${server.url}/staff/me`);
  await expect(page.getByText("This browser")).toBeVisible();
  expect(server.query("SELECT id FROM staff_sessions")).toHaveLength(1);
});

test("the sign-in page says why somebody was not let in", async ({ page, start }) => {
  const site = await start();
  const { server } = site;
  server.personLink("add", "bob@shop.example", "--name", "Bob", "--role", "agent");
  const tryAs = async (login: string) => {
    await page.context().clearCookies();
    await page.goto(`${server.url}/staff/sign-in`);
    await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
    await proveAtProvider(page, login);
  };
  await tryAs("unverified+bob@shop.example");
  await expect(page.getByRole("alert")).toContainText("Your email address is not verified there.");
  await tryAs("stranger@shop.example");
  await expect(page.getByRole("alert")).toContainText("You have no access here.");
  await expectAccessible(page);
  expect(server.query("SELECT id FROM staff_sessions")).toEqual([]);

  // Somebody cancels at the provider.
  await page.context().clearCookies();
  await page.goto(`${server.url}/staff/me`);
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("You were not signed in there.");
  // They may try again, and still come to the page that they wanted.
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await proveAtProvider(page, "bob@shop.example");
  await expect(page).toHaveURL(`${server.url}/staff/me`);
});

test("a claim adds people with its role, changes it, and keeps others out", async ({ page, start }) => {
  const site = await start(...ROLES, "--oidc-name", "Acme");
  const { server } = site;
  const signInAs = async (login: string) => {
    await page.context().clearCookies();
    await page.goto(`${server.url}/staff/me`);
    await page.getByRole("link", { name: "Sign in with Acme" }).click();
    await proveAtProvider(page, login);
  };
  await signInAs("support+cem@shop.example");
  await expect(page.getByLabel("Name")).toHaveValue("Cem");
  await expect(page.getByText("Agent", { exact: true })).toBeVisible();
  await signInAs("support+admins+cem@shop.example");
  await expect(page.getByText("Owner", { exact: true })).toBeVisible();
  await signInAs("guests+dora@shop.example");
  await expect(page.getByRole("alert")).toContainText("You have no access here.");
  expect(server.query("SELECT email, role, password_hash FROM users")).toEqual([
    { email: "cem@shop.example", role: "owner", password_hash: null },
  ]);
  // Names stay unique.
  await signInAs("support+cem@other.example");
  await expect(page.getByLabel("Name")).toHaveValue("Cem 2");
});

test("without passwords there is one button, and the provider confirms who it is", async ({
  page,
  start,
}) => {
  const site = await start("--no-passwords", "--oidc-name", "Acme");
  const { server } = site;
  const link = server.personLink("add", "eva@shop.example", "--name", "Eva", "--role", "owner");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "You need no password here" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${server.url}/staff/sign-in`);
  await expect(page.getByLabel("Password")).toBeHidden();
  await page.getByRole("link", { name: "Sign in with Acme" }).click();
  await proveAtProvider(page, "eva@shop.example");
  await expect(page).toHaveURL(atInbox(server));
  await page.goto(`${server.url}/staff/me`);
  await expect(page.getByText("This browser")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Second factor" })).toBeHidden();

  const confirmation = () =>
    page.evaluate(async () => (await (await fetch("/v1/staff/session")).json()).confirmed_until);
  expect(await confirmation()).not.toBeNull();
  server.execute("UPDATE staff_sessions SET confirmed_until = 0");
  expect(await confirmation()).toBeNull();
  // The provider asks again, although it knows who it is.
  await page.goto(`${server.url}/v1/staff/oidc/start?again=true&return=/me`);
  await proveAtProvider(page, "eva@shop.example");
  await expect(page.getByText("This browser")).toBeVisible();
  expect(await confirmation()).not.toBeNull();
  expect(server.query("SELECT id FROM staff_sessions")).toHaveLength(1);
});

test("who has a password may confirm by it or at the provider", async ({ page, start }) => {
  const site = await start();
  const { server } = site;
  await page.goto(server.personLink("add", "filiz@shop.example", "--name", "Filiz", "--role", "owner"));
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(atInbox(server));
  await page.goto(`${server.url}/staff/me`);
  await expect(page.getByText("This browser")).toBeVisible();
  server.execute("UPDATE staff_sessions SET confirmed_until = 0");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("dialog").getByLabel("Password")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Confirm with single sign-on" }).click();
  await proveAtProvider(page, "filiz@shop.example");
  await expect(page).toHaveURL(`${server.url}/staff/me`);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(page, { email: "filiz@shop.example", name: "Filiz" });
  await expect(page).toHaveURL(atInbox(server));
});

test("a provider that does not answer is named, and passwords still work", async ({ page, start }) => {
  const site = await start();
  site.server.personLink("add", "gul@shop.example", "--name", "Gül", "--role", "agent");
  await site.provider.stop();
  await page.goto(`${site.server.url}/staff/sign-in`);
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Single sign-on does not work right now. Try again in a moment.",
  );
  await expect(page.getByLabel("Password")).toBeVisible();
});

for (const locale of ["en-US", "tr-TR"]) {
  test.describe(locale, () => {
    test.use({ locale });

    test("the button is accessible and fits, in each theme and width", async ({ page, start }) => {
      const site = await start();
      site.server.personLink("add", "hale@shop.example", "--name", "Hale", "--role", "agent");
      await page.goto(`${site.server.url}/staff/sign-in?problem=expired`);
      await expect(page.getByRole("alert")).toBeVisible();
      await expectAccessibleInThemes(page);
      await expectFits(page, [320, 1280]);
      const box = await page.getByRole("link", { name: /single sign-on|Çoklu oturum/ }).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
    });
  });
}
