import { join } from "node:path";
import { waitForBackgroundScripts } from "./support/backgroundScripts";
import { outboxRows } from "./support/outboxStorage";
import { storedRunIds, waitUntilStored } from "./support/storedRuns";
import { expect, test } from "./support/test";

const WELCOME = "Welcome back.";
const FEEDBACKS = "**/v1/feedbacks";

test.beforeAll(({ pulsen }) => pulsen.import(join(import.meta.dirname, "records")));

test("a feedback that was kept, sent and told is not offered again by a browser that has forgotten that", async ({
  page,
  context,
  flowPage,
  pulsen,
}) => {
  await flowPage.open();
  await flowPage.answerUpToSend();
  await waitUntilStored(page);
  const run = await page.evaluate(() => localStorage.getItem("FLOW/runs") ?? "");
  await waitForBackgroundScripts(page);
  await context.setOffline(true);
  await flowPage.send().click();
  await expect(page.getByText("1 waiting to be sent")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible();

  // A browser that is ended has not written down yet what it has removed from local storage.
  await page.evaluate((run) => localStorage.setItem("FLOW/runs", run), run);
  await flowPage.open();
  await expect.poll(() => storedRunIds(page)).toEqual([]);
  await expect(page.getByText(WELCOME)).toBeHidden();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(1);
});

test("what a flow saves is sent after the visitor has started over, and nothing is kept of it", async ({
  page,
  flowPage,
  pulsen,
}) => {
  const draft = "/feedback?node_id=draft";
  await page.route(FEEDBACKS, (route) => route.abort());
  await flowPage.open(draft);
  await page.getByText("Just fine", { exact: true }).click();
  await waitUntilStored(page);
  await expect.poll(async () => (await outboxRows(page)).map(({ state }) => state)).toEqual(["waiting"]);
  await flowPage.open(draft);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect.poll(() => storedRunIds(page)).toEqual([]);
  // The page writes that down before it is left.
  await expect.poll(() => outboxRows(page)).toMatchObject([{ isAbandoned: true }]);

  await page.unroute(FEEDBACKS);
  await flowPage.open(draft);
  await expect.poll(() => outboxRows(page)).toEqual([]);
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toMatchObject([{ status: "partial" }]);
});
