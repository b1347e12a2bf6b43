import type { Page } from "@playwright/test";
import { leaveBehind, outboxRows } from "./support/outboxStorage";
import { expect, FlowPage, test } from "./support/test";

const THANKS = "Your answers are with the people who make your coffee.";
const SAVED = "Your answers are safe on this device. We send them as soon as you are online.";
const FEEDBACKS = "**/v1/feedbacks";

/** Until the outbox has tried often enough to say that it keeps the feedback, or has sent it after a pause. */
const PATIENTLY = { timeout: 30_000 };

/** Returns the states of the records that the outbox has stored. */
async function stored(page: Page): Promise<{ state: string | undefined }[]> {
  const rows = await outboxRows(page);
  return rows.map(({ state }) => ({ state }));
}

test("a feedback that a server does not take is kept, and sent when the server is there again", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await flowPage.open();
  await flowPage.answerUpToSend();
  await pulsen.kill();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible(PATIENTLY);
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(page.getByText("1 waiting to be sent")).toBeVisible();
  await flowPage.expectAccessible();

  await pulsen.restart();
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
  await expect(page.getByText(SAVED)).toBeHidden();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toMatchObject([
    { status: "complete", created_offline: 0 },
  ]);
  // What is left says that the run has ended.
  await expect.poll(() => stored(page)).toEqual([{ state: "stored" }]);
});

for (const status of [500, 503, 429]) {
  test(`a feedback that is answered with ${status} is kept`, async ({ page, flowPage, pulsen }) => {
    await flowPage.open();
    await flowPage.answerUpToSend();
    await page.route(FEEDBACKS, (route) => route.fulfill({ status, headers: { "Retry-After": "60" } }));
    await flowPage.send().click();
    await expect(page.getByText(SAVED)).toBeVisible(PATIENTLY);
    expect(pulsen.feedbacksOf(await flowPage.deviceId())).toEqual([]);
    await expect.poll(() => stored(page)).toEqual([{ state: "waiting" }]);
  });
}

test("a reply that is lost after the feedback is stored, over a reload, does not store it twice", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await flowPage.open();
  await flowPage.answerUpToSend();
  await page.route(FEEDBACKS, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await flowPage.send().click();
  await expect(page.getByText(SAVED)).toBeVisible(PATIENTLY);
  const deviceId = await flowPage.deviceId();
  expect(pulsen.feedbacksOf(deviceId)).toHaveLength(1);

  // Not before the page is left: it would repeat it itself.
  await page.goto("about:blank");
  await page.unroute(FEEDBACKS);
  const repeated = page.waitForResponse(FEEDBACKS);
  await flowPage.open();
  expect((await repeated).status()).toBe(200);
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible();
  expect(pulsen.feedbacksOf(deviceId)).toHaveLength(1);
});

test("several tabs send what waits once each, in the order in which it was given", async ({
  page,
  context,
  flowPage,
  pulsen,
}) => {
  // A browser that claims to be offline: the page waits for nobody.
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
  await context.route(FEEDBACKS, (route) => route.abort("connectionrefused"));
  for (const [before, score] of ["7", "8", "9"].entries()) {
    await flowPage.open();
    await page.getByText("Just fine", { exact: true }).click();
    await flowPage.next().click();
    await page.getByRole("radio", { name: score, exact: true }).check();
    await flowPage.next().click();
    await flowPage.send().click();
    await expect(page.getByText(`${before + 1} waiting to be sent`)).toBeVisible();
  }
  const deviceId = await flowPage.deviceId();
  await context.unroute(FEEDBACKS);

  const others = [await context.newPage(), await context.newPage()];
  await Promise.all(others.map((other) => new FlowPage(other, pulsen).open()));
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect.poll(() => pulsen.feedbacksOf(deviceId).length, PATIENTLY).toBe(3);
  await expect.poll(() => stored(page)).toEqual(Array(3).fill({ state: "stored" }));
  const scores = pulsen.feedbacksOf(deviceId).map(({ responses }) => responses.map(({ body }) => body));
  expect(scores.map((bodies) => bodies.find((body) => body && /^\d$/.test(body)))).toEqual(["7", "8", "9"]);
});

test("what the server will never take is set aside, can be downloaded, and blocks nothing", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await leaveBehind(page, {
    body: JSON.stringify({ device_id: "d", node_id: "demo-node", flow_id: "no-such-flow", responses: [] }),
    headers: {},
  });
  await flowPage.open();
  await expect(page.getByText("1 could not be sent")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const content = await (await downloading).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject([
    { reason: "unknown_flow", feedback: { flow_id: "no-such-flow" } },
  ]);

  await flowPage.answerUpToSend();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(1);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("1 could not be sent")).toBeHidden();
  // Of the feedback that was sent is known that its run has ended.
  await expect.poll(() => stored(page)).toEqual([{ state: "stored" }]);
});

test("with a clock that was set back, what waits is sent all the same", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await flowPage.open();
  await flowPage.answerUpToSend();
  await page.route(FEEDBACKS, (route) => route.abort("connectionrefused"));
  await flowPage.send().click();
  await expect(page.getByText(SAVED)).toBeVisible(PATIENTLY);
  const deviceId = await flowPage.deviceId();
  // Not before the page is left: it would send it itself.
  await page.goto("about:blank");
  await page.unroute(FEEDBACKS);

  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() - 400 * 86_400_000;
  });
  await flowPage.open();
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible();
  expect(pulsen.feedbacksOf(deviceId)).toHaveLength(1);
});

for (const [what, name] of [
  ["denied", "SecurityError"],
  ["full", "QuotaExceededError"],
] as const) {
  test(`with storage that is ${what}, the visitor is told, and the page itself keeps the feedback`, async ({
    page,
    flowPage,
    pulsen,
  }) => {
    await page.addInitScript((error) => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("No.", error);
      };
    }, name);
    await flowPage.open();
    await flowPage.answerUpToSend();
    await page.route(FEEDBACKS, (route) => route.abort("connectionrefused"));
    await flowPage.send().click();
    await expect(page.getByText(THANKS)).toBeVisible(PATIENTLY);
    await expect(page.getByText("Your browser does not allow saving.")).toBeVisible();
    await expect(page.getByText(SAVED)).toBeHidden();

    await page.unroute(FEEDBACKS);
    await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
    await expect(page.getByText("Your browser does not allow saving.")).toBeHidden();
    expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(1);
  });
}
