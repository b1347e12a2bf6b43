import { join } from "node:path";
import { advanceClockDuring, expectAccessible, PulsenServer, stopClock } from "pulsen-loader/e2e";
import { test as base, expect, type Page } from "./support/test";
import { startTextMessageGateway, type TextMessageGateway } from "./support/textMessageGateway";

const QUESTION = "To which number may we send your prize?";

const test = base.extend<{ number: string }, { gateway: TextMessageGateway }>({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
    async ({}, use) => {
      const gateway = await startTextMessageGateway();
      await use(gateway);
      gateway.stop();
    },
    { scope: "worker" },
  ],
  pulsen: [
    async ({ gateway }, use) => {
      const records = join(import.meta.dirname, "records");
      const pulsen = await PulsenServer.start({ smsUrl: gateway.url });
      pulsen.import(records);
      await use(pulsen);
      await pulsen.stop();
    },
    { scope: "worker" },
  ],
  // Each test has one of its own: a number gets few codes.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  number: async ({}, use) => {
    const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    await use(`+90532${String(random % 10_000_000).padStart(7, "0")}`);
  },
});

async function open(page: Page, pulsen: PulsenServer, language = "en") {
  await page.goto(`${pulsen.url}/feedback?node_id=prize&lang=${language}`);
  await page.locator('[data-question="q-phone"]').waitFor();
}

const numberField = (page: Page) => page.getByRole("textbox", { name: QUESTION });
const codeField = (page: Page) => page.getByLabel("Verification code");

async function requestCode(page: Page, number: string) {
  await numberField(page).fill(number);
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await expect(codeField(page)).toBeFocused();
}

/** Returns a code that is not this one. */
function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}

async function shoot(page: Page, name: string) {
  const folder = process.env.PULSEN_SHOTS;
  if (!folder) return;
  const path = `${folder}/phone-${name}-${page.viewportSize()?.width}.png`;
  await page.screenshot({ path, fullPage: true });
}

test("a number is verified and sent with its proof @mobile", { tag: ["@1.3.5", "@3.3.8"] }, async ({
  page,
  flowPage,
  pulsen,
  gateway,
  number,
}) => {
  await open(page, pulsen);
  await shoot(page, "number");
  // A number without country code gets that of the node.
  await numberField(page).fill(`0${number.slice(3)}`);
  await numberField(page).press("Enter");
  await expect(codeField(page)).toBeFocused();
  await expect(page.getByText(`We sent a 6-digit code to`)).toContainText(number);
  await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code");
  await expect(codeField(page)).toHaveAttribute("inputmode", "numeric");
  await shoot(page, "code");
  await expectAccessible(page);

  // The last digit is enough.
  await codeField(page).pressSequentially(gateway.codeFor(number));
  const verified = page.locator("p", { hasText: "is verified." });
  await expect(verified).toContainText(number);
  await expect(verified).toBeFocused();
  await shoot(page, "verified");
  await expectAccessible(page);

  await flowPage.send().click();
  await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
  const [feedback] = pulsen.feedbacksOf(await flowPage.deviceId());
  expect(feedback?.responses).toEqual([{ question_id: "q-phone", body: number, verified: true }]);
});

test("a number that is not verified keeps the visitor on the page @mobile", async ({
  page,
  flowPage,
  pulsen,
  number,
}) => {
  await open(page, pulsen);
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await expect(page.getByText("Please enter a valid phone number.")).toBeVisible();
  await shoot(page, "invalid");
  await expectAccessible(page);
  await numberField(page).fill(number);
  await flowPage.send().click();
  await expect(page.getByText("Please verify your phone number with a code.")).toBeVisible();
  await expect(numberField(page)).toBeFocused();

  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await expect(codeField(page)).toBeFocused();
  await flowPage.send().click();
  await expect(page.getByText("Please verify your phone number with a code.")).toBeVisible();
  await expect(codeField(page)).toBeFocused();
});

test("a wrong code can be tried five times, then another one is needed @mobile", async ({
  page,
  pulsen,
  gateway,
  number,
}) => {
  await stopClock(page);
  await open(page, pulsen);
  await requestCode(page, number);
  const code = gateway.codeFor(number);
  for (const triesLeft of [4, 3, 2, 1]) {
    await codeField(page).pressSequentially(otherThan(code));
    const left = triesLeft === 1 ? "1 attempt left." : `${triesLeft} attempts left.`;
    const wrong = page.getByText(`The verification code you entered is wrong. ${left}`);
    await expect(wrong).toBeVisible();
    await expect(codeField(page)).toHaveValue("");
    await expect(codeField(page)).toBeFocused();
  }
  await shoot(page, "wrong");
  await advanceClockDuring(page, () => expectAccessible(page));
  await codeField(page).pressSequentially(otherThan(code));
  const expired = page.getByText("This code is no longer valid. Please request a new one.");
  await expect(expired).toBeVisible();
  await codeField(page).fill(code);
  await expect(expired).toBeVisible();

  await test.step("which there is after a pause", async () => {
    await expect(page.getByRole("button", { name: "Send a new code in 0:30" })).toBeDisabled();
    await page.clock.runFor(21_000);
    await expect(page.getByRole("button", { name: "Send a new code in 0:09" })).toBeDisabled();
    await page.clock.runFor(9_000);
    pulsen.execute("UPDATE verification_sends SET sent_at = sent_at - 30000");
    await page.getByRole("button", { name: "Send a new code", exact: true }).click();
    await expect(page.getByRole("button", { name: "Send a new code in 1:00" })).toBeVisible();
    expect(gateway.codeFor(number)).not.toBe(code);
    await codeField(page).fill(gateway.codeFor(number));
    await expect(page.getByText("is verified.")).toBeVisible();
  });
});

test("the number can be changed while the code is awaited, and when it is verified", async ({
  page,
  pulsen,
  gateway,
  number,
}) => {
  await open(page, pulsen);
  const wrong = `+90533${number.slice(6)}`;
  await requestCode(page, wrong);
  await page.getByRole("button", { name: "Change number" }).click();
  await expect(numberField(page)).toBeFocused();
  // Shown as it is written in its country, which stands beside it.
  await expect
    .poll(async () => (await numberField(page).inputValue()).replace(/\D/g, ""))
    .toBe(`0${wrong.slice(3)}`);
  await requestCode(page, number);
  await codeField(page).fill(gateway.codeFor(wrong));
  await expect(page.getByText("The verification code you entered is wrong.")).toBeVisible();
  await codeField(page).fill(gateway.codeFor(number));
  await expect(page.getByText("is verified.")).toBeVisible();

  await page.getByRole("button", { name: "Change number" }).click();
  await expect(numberField(page)).toBeFocused();
  await expect(numberField(page)).toHaveValue("");
});

test("a code that could not be sent, and too many, are said", async ({ page, pulsen, gateway, number }) => {
  await open(page, pulsen);
  gateway.refuse(true);
  await numberField(page).fill(number);
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await expect(page.getByText("Something went wrong. Please try again later.")).toBeVisible();
  gateway.refuse(false);
  // It may have arrived, so it counts.
  await expect(page.getByRole("button", { name: /^Send a new code in 0:\d\d$/ })).toBeDisabled();
  await expectAccessible(page);

  await page.reload();
  await numberField(page).fill(number);
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await expect(page.getByText("Too many codes requested.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Send a new code in 0:\d\d$/ })).toBeDisabled();
  await shoot(page, "too-many");
});

test("from right to left, and in Turkish @mobile", async ({ page, pulsen, gateway, number }) => {
  await open(page, pulsen, "ar");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await page.getByRole("textbox", { name: "إلى أي رقم نرسل جائزتك؟" }).fill(number);
  await page.getByRole("button", { name: "إرسال الرمز", exact: true }).click();
  const field = page.getByLabel("رمز التحقق", { exact: true });
  await expect(field).toBeFocused();
  // Digits of an Arabic keyboard.
  const arabic = (digits: string) =>
    digits.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
  await field.fill(arabic(otherThan(gateway.codeFor(number))));
  await expect(page.getByText("رمز التحقق الذي أدخلته غير صحيح.")).toBeVisible();
  await shoot(page, "rtl-code");
  await field.fill(arabic(gateway.codeFor(number)));
  await expect(page.getByText("تم التحقق من")).toBeVisible();
  await shoot(page, "rtl-verified");
  await expectAccessible(page);

  // What was left continues in its own language.
  await page.evaluate(() => localStorage.clear());
  await open(page, pulsen, "tr");
  const other = `+90534${number.slice(6)}`;
  await page.getByRole("textbox", { name: "Ödülünüzü hangi numaraya gönderelim?" }).fill(other);
  await page.getByRole("button", { name: "Kod gönder", exact: true }).click();
  await expect(page.getByLabel("Doğrulama kodu")).toBeFocused();
  await page.getByLabel("Doğrulama kodu").fill(gateway.codeFor(other));
  await expect(page.getByText("doğrulandı.")).toContainText(other);
});
