import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { PulsenServer } from "pulsen-loader/e2e";
import { waitForBackgroundScripts } from "./support/backgroundScripts";
import { importRecords } from "./support/importRecords";
import { keptPaths, waitUntilKept } from "./support/keptPages";
import { claimOffline, reconnect } from "./support/network";
import { test as base, expect, FlowPage, type Page } from "./support/test";

/** Each test has a server that it can take away and change. */
const test = base.extend<{ server: PulsenServer; visit: FlowPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  server: async ({}, use) => {
    const server = await PulsenServer.start();
    await use(server);
    await server.stop();
  },
  visit: ({ page, server }, use) => use(new FlowPage(page, server)),
});

const THANKS = "Your answers are with the people who make your coffee.";
const FLOW = resolve(import.meta.dirname, "../../examples/flows/demo-flow.json");
const NODE = resolve(import.meta.dirname, "../../examples/nodes/demo-node.json");
const DAY_MS = 86_400_000;

/** Until the outbox has tried often enough to say that it keeps the feedback, or has sent it after a pause. */
const PATIENTLY = { timeout: 30_000 };

async function answer(page: Page, visit: FlowPage) {
  await visit.open();
  await visit.answerUpToSend();
  await visit.send().click();
  await expect(page.getByText(THANKS)).toBeVisible(PATIENTLY);
}

/** Imports the demo's flow without the option that was answered. */
function removeOption(server: PulsenServer) {
  const flow = readFileSync(FLOW, "utf8");
  importRecords(server, { flows: [JSON.parse(flow.replaceAll('"mood-fine"', '"mood-other"'))] });
}

/** From now on the clock of a page is wrong by so much. The page was opened with a clock that can be moved. */
function moveClock(page: Page, ms: number): Promise<void> {
  return page.clock.setSystemTime(Date.now() + ms);
}

/** Returns whether a try is under way: who sends has the outbox's lock. */
function isSending(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => !name?.startsWith("pulsen-run-"));
  });
}

test("a feedback that waits while its flow changes is stored as it was answered", async ({
  page,
  visit,
  server,
}) => {
  await claimOffline(page);
  await answer(page, visit);
  removeOption(server);
  await reconnect(page);
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
  expect(server.feedbacksOf(await visit.deviceId())).toMatchObject([
    { status: "complete", created_offline: 1, flow_revision: 1 },
  ]);
});

test("so is one that waits because the server is down, of whose fall the browser knows nothing", async ({
  page,
  visit,
  server,
}) => {
  await visit.open();
  await visit.answerUpToSend();
  await server.kill();
  await visit.send().click();
  await expect(page.getByText(THANKS)).toBeVisible(PATIENTLY);
  removeOption(server);
  await server.restart();
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
  expect(server.feedbacksOf(await visit.deviceId())).toMatchObject([
    { status: "complete", created_offline: 0, flow_revision: 1 },
  ]);
});

test("one that waits because the server is down is taken although its node has ended meanwhile", async ({
  page,
  visit,
  server,
}) => {
  await page.clock.install();
  await visit.open();
  await visit.answerUpToSend();
  await server.kill();
  await visit.send().click();
  await expect(page.getByText(THANKS)).toBeVisible(PATIENTLY);
  const node = JSON.parse(readFileSync(NODE, "utf8"));
  importRecords(server, { nodes: [{ ...node, activation_end_date: new Date().toISOString() }] });
  // What is refused at once is not sent again.
  await moveClock(page, 60_000);
  await server.restart();
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
  expect(server.feedbacksOf(await visit.deviceId())).toMatchObject([
    { status: "complete", created_offline: 1 },
  ]);
});

for (const [what, days] of [
  ["back", -400],
  ["forward", 400],
] as const) {
  test(`a clock that is set ${what} while a feedback waits does not keep it from being sent`, async ({
    page,
    visit,
    server,
  }) => {
    await page.clock.install();
    await claimOffline(page);
    await answer(page, visit);
    // A try that fails after the clock was set would be the last one: what is too old is set aside.
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect.poll(() => isSending(page)).toBe(false);
    await moveClock(page, days * DAY_MS);
    await reconnect(page);
    await page.clock.resume();
    await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
    expect(server.feedbacksOf(await visit.deviceId())).toHaveLength(1);
  });

  test(`a clock that is set ${what} in the middle of a run changes nothing about it`, async ({
    page,
    visit,
    server,
  }) => {
    await page.clock.install();
    await visit.open();
    await page.getByText("Just fine", { exact: true }).click();
    await moveClock(page, days * DAY_MS);
    await visit.next().click();
    await page.getByRole("radio", { name: "9", exact: true }).check();
    await visit.next().click();
    await visit.send().click();
    await expect(page.getByText(THANKS)).toBeVisible();
    const [stored] = server.feedbacksOf(await visit.deviceId());
    expect(stored).toMatchObject({ status: "complete" });
    expect(stored?.time_spent_in_seconds).toBeGreaterThanOrEqual(0);
    expect(stored?.time_spent_in_seconds).toBeLessThan(600);
  });
}

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a feedback that waits is sent although the visitor has removed the worker and what it kept", async ({
    page,
    context,
    visit,
    server,
  }) => {
    await visit.open();
    await waitUntilKept(page);
    await visit.answerUpToSend();
    await waitForBackgroundScripts(page);
    await context.setOffline(true);
    await visit.send().click();
    await expect(page.getByText("1 waiting to be sent")).toBeVisible();
    const devtools = await context.newCDPSession(page);
    const storageTypes = "service_workers,cache_storage";
    await devtools.send("Storage.clearDataForOrigin", { origin: server.url, storageTypes });
    expect(await keptPaths(page)).toEqual([]);
    await context.setOffline(false);
    await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
    expect(server.feedbacksOf(await visit.deviceId())).toHaveLength(1);
  });
});
