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
  /** Adds somebody, who chooses a password and is signed in on the test's page, which shows their account. */
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
    await use(async (name, at = page) => {
      const person = await signUp(at, pulsen, name, "owner");
      await at.goto(`${pulsen.url}/staff/me`);
      // What the page loads last.
      await expect(at.getByText(/^(This browser|Bu tarayıcı|هذا المتصفح)$/)).toBeVisible();
      return person;
    });
  },
});

/** Adds somebody with a role, who chooses a password and is signed in on the page, which shows the inbox. */
export async function signUp(
  page: Page,
  pulsen: PulsenServer,
  name: string,
  role: string,
  ...options: string[]
): Promise<Person> {
  const email = `${Buffer.from(name).toString("hex")}@shop.example`;
  await page.goto(pulsen.personLink("add", email, "--name", name, "--role", role, ...options));
  await page.getByLabel(/^(New password|Yeni şifre|كلمة المرور الجديدة)$/).fill(PASSWORD);
  await page.getByRole("button", { name: /^(Create account|Hesap oluştur|إنشاء الحساب)$/ }).click();
  await expect(page).toHaveURL(atInbox(pulsen));
  await expect(areas(page)).toBeVisible();
  return { email, name };
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
