import { join } from "node:path";
import { advanceClockDuring, stopClock } from "pulsen-loader/e2e";
import { answerToTheEnd } from "./support/flowPage";
import { expect, type Page, test } from "./support/test";

const KIOSK = "/feedback?node_id=kiosk";
const THANKS = "Your answers are with the people who make your coffee.";
const SORRY = "We are sorry. What went wrong?";
const WARNING = "Are you still there? This page is about to restart.";

test.beforeAll(({ pulsen }) => pulsen.import(join(import.meta.dirname, "records")));
test.beforeEach(({ page }) => stopClock(page));

/** Turns the wheel and waits until the page has received the event. */
async function turnWheel(page: Page) {
  const heard = await page.evaluateHandle(() => ({
    wheel: new Promise<void>((resolve) => addEventListener("wheel", () => resolve(), { once: true })),
  }));
  await page.mouse.wheel(0, 40);
  await heard.evaluate(({ wheel }) => wheel);
}

test("a flow left half answered restarts @mobile", { tag: "@2.2.1" }, async ({ page, flowPage, pulsen }) => {
  await flowPage.open(KIOSK);
  await page.getByText("Not so good", { exact: true }).click();
  await page.getByLabel(SORRY).fill("Cold coffee");

  await test.step("not while the visitor is active", async () => {
    await page.clock.runFor(39_000);
    await turnWheel(page);
    await page.clock.runFor(39_000);
    await page.keyboard.press("Shift");
    await page.clock.runFor(39_000);
    await expect(page.getByText(WARNING)).toHaveCount(0);
    await expect(page.getByLabel(SORRY)).toHaveValue("Cold coffee");
  });

  await test.step("not without a warning, which any activity ends", async () => {
    await page.clock.runFor(2_000);
    await expect(page.getByRole("alert").getByText(WARNING)).toBeVisible();
    await expect(page.getByLabel(SORRY)).toBeFocused();
    // axe has timers of its own.
    await advanceClockDuring(page, () => flowPage.expectAccessible());
    await page.getByRole("button", { name: "I’m still here" }).click();
    await expect(page.getByText(WARNING)).toHaveCount(0);
    await expect(page.getByLabel(SORRY)).toBeFocused();
    await page.clock.runFor(35_000);
    await expect(page.getByText(WARNING)).toHaveCount(0);
    await expect(page.getByLabel(SORRY)).toHaveValue("Cold coffee");
  });

  await test.step("from its first page, without answers and with the focus at the top", async () => {
    await page.clock.runFor(25_000);
    await expect(page.getByLabel(SORRY)).toHaveCount(0);
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(page.getByText(WARNING)).toHaveCount(0);
    await expect(page.locator("section.page")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("radio", { name: "Lovely" })).toBeFocused();
  });

  await test.step("from a later page", async () => {
    await page.getByText("Lovely", { exact: true }).click();
    await flowPage.next().click();
    await page.clock.runFor(300);
    await flowPage.question("q-liked").getByText("The coffee", { exact: true }).click();
    await page.clock.runFor(61_000);
    await expect(page.getByRole("radio", { name: "Lovely" })).not.toBeChecked();
    await expect(flowPage.back()).toHaveCount(0);
    await expect(page.locator("section.page")).toBeFocused();
  });

  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toEqual([]);
});

test("the thank-you is followed by the first page after its time", async ({ page, flowPage, pulsen }) => {
  await flowPage.open(KIOSK);
  for (const visitor of [1, 2]) {
    await answerToTheEnd(page, flowPage);
    await expect(page.getByText(THANKS)).toBeVisible();

    await page.clock.runFor(8_000);
    await page.getByText(THANKS).click();
    await expect(page.getByText(THANKS)).toBeVisible();
    await expect(page.getByText(WARNING)).toHaveCount(0);
    await page.clock.runFor(2_500);
    await expect(flowPage.question("q-mood")).toBeVisible();
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(page.locator("#app")).not.toHaveClass(/app-thank-you-page/);
    await expect(page.locator("section.page")).toBeFocused();
    expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(visitor);
  }
});

test("the thank-you stays where the node takes one feedback", async ({ page, flowPage }) => {
  await flowPage.open("/feedback?node_id=kiosk-once");
  await answerToTheEnd(page, flowPage);
  await expect(page.getByText(THANKS)).toBeVisible();
  await page.clock.runFor(3_600_000);
  await expect(page.getByText(THANKS)).toBeVisible();
});

test("a flow stays as it was left where the node has no idle time", async ({ page, flowPage }) => {
  await flowPage.open();
  await page.getByText("Not so good", { exact: true }).click();
  await page.clock.runFor(24 * 3_600_000);
  await expect(page.getByRole("radio", { name: "Not so good" })).toBeChecked();
});
