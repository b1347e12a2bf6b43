import { answerToTheEnd } from "./support/flowPage";
import { leaveBehind } from "./support/outboxStorage";
import { expect, test } from "./support/test";

const THANKS = "Your answers are with the people who make your coffee.";

test("a feedback whose response is lost is sent again and stored once", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await flowPage.open();
  await flowPage.answerUpToSend();
  const keys: (string | null)[] = [];
  await page.route("**/v1/feedbacks", async (route) => {
    keys.push(await route.request().headerValue("Idempotency-Key"));
    if (keys.length > 1) return route.continue();
    // The server stores it, and the response is lost.
    await route.fetch();
    return route.abort("connectionreset");
  });
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(1);
});

test("a visitor whose server is down is told that the answers are kept, and they are sent once it is back", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await page.clock.install();
  await flowPage.open();
  const refusals: string[] = [];
  let isDown = true;
  await page.route("**/v1/feedbacks", (route) => {
    if (!isDown) return route.continue();
    refusals.push(route.request().url());
    return route.abort("connectionrefused");
  });
  await answerToTheEnd(page, flowPage);
  // The first try comes when the answers are stored, for which the browser has a time of its own.
  await expect.poll(() => refusals.length).toBeGreaterThan(0);
  const notice = page.getByText(
    "Your answers are safe on this device. We send them as soon as you are online.",
  );
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(notice).toBeVisible({ timeout: 250 });
  }).toPass();
  expect(refusals.length).toBeGreaterThan(1);
  isDown = false;
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(page.getByText("1 sent", { exact: true })).toBeVisible({ timeout: 250 });
  }).toPass();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(1);
});

test("a double click on send submits once", async ({ page, flowPage, pulsen }) => {
  await flowPage.open();
  await flowPage.answerUpToSend();
  await flowPage.send().dblclick();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(1);
});

test("an invitation's value outside ASCII is sent, percent-encoded", async ({ page, flowPage, pulsen }) => {
  const sent = page.waitForRequest("**/v1/feedbacks");
  await flowPage.open("/feedback?node_id=demo-node&ldi=Şube&lci=1");
  await flowPage.answerUpToSend();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await (await sent).headerValue("X-LDI")).toBe("%C5%9Eube");
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(1);
});

test("a kept feedback that can never be sent does not block the next one", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await leaveBehind(page, { body: "{}", headers: { "X-LDI": "Şube", "X-LCI": "1" } });
  await flowPage.open();
  await expect(page.getByText("1 could not be sent")).toBeVisible();
  await flowPage.answerUpToSend();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(1);
});
