import { test as base, expect, type Page } from "@playwright/test";
import { collectConsoleErrors, isPolicyViolation, PulsenServer } from "pulsen-loader/e2e";

export { expect, type Page };

/** Long enough, and nobody's favorite. */
export const PASSWORD = "tea with two lemons";

/** Somebody with an account, of whom the server has stored a password. */
export interface Person {
  email: string;
  name: string;
}

interface Fixtures {
  /** The test's own server: what another test has stored, and who has come to it, changes nothing. */
  pulsen: PulsenServer;
  /** The violations of the policy and uncaught errors so far, of which a test may have none. */
  consoleGuard: undefined;
  /** Adds an owner, who is signed in from then on in the browser of the test's page, or of another one. */
  arrive: (name: string, page?: Page) => Promise<Person>;
}

/** A test fails if its page throws or violates its own policy. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  pulsen: async ({}, use) => {
    const pulsen = await PulsenServer.start({ rateLimit: "sign_in=1000" });
    await use(pulsen);
    await pulsen.stop();
  },
  consoleGuard: [
    async ({ page }, use) => {
      const errors = await collectConsoleErrors(page, isPolicyViolation);
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  arrive: async ({ page, pulsen }, use) => {
    await use((name, at = page) => signUp(at, pulsen, name, "owner"));
  },
});

/**
 * Adds somebody with a role, who is signed in from then on in the browser of the page: the next page that it opens is theirs. By the
 * call of the form, which has tests of its own.
 */
export async function signUp(
  { request }: Pick<Page, "request">,
  pulsen: PulsenServer,
  name: string,
  role: string,
  ...options: string[]
): Promise<Person> {
  const email = `${Buffer.from(name).toString("hex")}@shop.example`;
  const link = pulsen.personLink("add", email, "--name", name, "--role", role, ...options);
  const answer = await request.post(`${pulsen.url}/v1/staff/links/use`, {
    headers: { origin: pulsen.url },
    data: { secret: new URL(link).hash.slice(1), password: PASSWORD, name },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return { email, name };
}

/** Opens one's account, and waits for what that page loads last. */
export async function openAccount(page: Page, { url }: PulsenServer) {
  await page.goto(`${url}/staff/me`);
  await expect(page.getByText(/^(This browser|Bu tarayıcı|هذا المتصفح)$/)).toBeVisible();
}

/** The navigation between the areas: pages have others of their own. */
export const areas = (page: Page) => page.getByRole("navigation", { name: /^(Areas|Bölümler|الأقسام)$/ });

/** The addresses of the inbox, where a sign-in leads. Its own parameters may follow. */
export const atInbox = ({ url }: PulsenServer) => new RegExp(`^${url}/staff/inbox(?![^?])`);

/** Fills in the sign-in page that is open. */
export async function signIn(page: Page, { email }: Person, password = PASSWORD) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
