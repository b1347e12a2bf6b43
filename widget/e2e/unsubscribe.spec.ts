import type { Page } from "@playwright/test";
import { expectAccessible } from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { expect, test } from "./support/test";

const LINK = "/feedback?node_id=invites";

test.beforeAll(({ pulsen }) =>
  importRecords(pulsen, {
    nodes: [{ id: "invites", name: "Fener Coffee", flow_id: "demo-flow", unsubscribe_visible: true }],
  }),
);

/** The button in the footer; the dialog has one of the same name. */
const button = (page: Page) =>
  page.getByRole("contentinfo").getByRole("button", { name: "Unsubscribe" }).first();

test("a visitor who was invited by a text message unsubscribes @mobile", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await flowPage.open(`${LINK}&sdi=delivery-1&sci=%C5%9Eube`);
  await expect(button(page)).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "unsubscribe-offer");

  await test.step("it asks first, and can be called off by keyboard", async () => {
    await button(page).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Stop receiving text messages?" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await shoot(page, "unsubscribe-question");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button(page)).toBeFocused();
  });

  await test.step("a failure can be tried again", async () => {
    await page.route("**/unsubscriptions", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await confirm(page);
    await expect(page.getByRole("contentinfo").getByRole("alert")).toHaveText(
      "Something went wrong. Please try again later.",
    );
    await expectAccessible(page);
    await shoot(page, "unsubscribe-failed");
  });

  await confirm(page);
  const done = page.getByText("You will no longer receive text messages.");
  await expect(done).toBeFocused();
  await expect(page.getByRole("contentinfo").getByRole("alert")).toBeEmpty();
  await expectAccessible(page);
  await shoot(page, "unsubscribe-done");
  const rows = pulsen.query("SELECT node_id, channel, tracking, device_id FROM unsubscriptions");
  expect(rows).toContainEqual({
    node_id: "invites",
    channel: "sms",
    tracking: '{"sci":"Şube","sdi":"delivery-1"}',
    device_id: await flowPage.deviceId(),
  });

  await test.step("the flow goes on, and it stays done on the last page", async () => {
    await flowPage.answerUpToSend();
    await flowPage.send().click();
    await expect(page.getByText("Your answers are with the people who make your coffee.")).toBeVisible();
    await expect(done).toBeVisible();
    await shoot(page, "unsubscribe-thanks");
  });
});

test("the channel is that of the first complete pair, in the visitor's language", async ({
  page,
  flowPage,
}) => {
  await flowPage.open(`${LINK}&sdi=1&wdi=1&wci=2&lang=tr`);
  await page.getByRole("button", { name: "Abonelikten çık" }).click();
  const dialog = page.getByRole("dialog", { name: "Artık WhatsApp mesajı almak istemiyor musunuz?" });
  await dialog.getByRole("button", { name: "Abonelikten çık" }).click();
  await expect(page.getByText("Artık WhatsApp mesajı almayacaksınız.")).toBeVisible();

  await flowPage.open(`${LINK}&pndi=1&pnci=2`);
  await button(page).click();
  await expect(page.getByRole("dialog", { name: "Stop receiving notifications?" })).toBeVisible();
});

test("it is offered to nobody else", async ({ page, flowPage }) => {
  for (const path of [
    LINK,
    `${LINK}&edi=1&eci=2`,
    `${LINK}&sdi=1`,
    `${LINK}&sdi=1&sci=2&isPreview=true`,
    "/feedback?node_id=demo-node&sdi=1&sci=2",
  ]) {
    await flowPage.open(path);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(page.getByRole("button", { name: "Unsubscribe" })).toHaveCount(0);
  }
});

async function confirm(page: Page) {
  await button(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unsubscribe" }).click();
}

async function shoot(page: Page, name: string) {
  const folder = process.env.PULSEN_SHOTS;
  if (!folder) return;
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()?.width}.png` });
}
