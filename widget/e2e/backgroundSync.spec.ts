import { join } from "node:path";
import type { BrowserContext, CDPSession } from "@playwright/test";
import { PulsenServer } from "pulsen-loader/e2e";
import { waitUntilKept } from "./support/keptPages";
import { countWaiting } from "./support/outboxStorage";
import { test as base, expect, FlowPage, type Page } from "./support/test";

/** The test has a server that it can take away. */
const test = base.extend<{ server: PulsenServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  server: async ({}, use) => {
    const server = await PulsenServer.start();
    server.import(join(import.meta.dirname, "records"));
    await use(server);
    await server.stop();
  },
});
test.use({ serviceWorkers: "allow" });

const TAG = "pulsen-outbox";

/** Until the worker has started and sent. */
const PATIENTLY = { timeout: 30_000 };

/** Notes what the page wants the browser to wake the worker for. */
function noteWanted(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const wanted: string[] = [];
    Object.assign(window, { wanted });
    const { prototype } = (window as unknown as { SyncManager: { prototype: object } }).SyncManager;
    Object.assign(prototype, { register: async (tag: string) => void wanted.push(tag) });
  });
}

const wantedBy = (page: Page) => page.evaluate(() => (window as unknown as { wanted: string[] }).wanted);

/** Wakes the worker of a site, as the browser does when it has a connection again. */
async function wakeWorker(context: BrowserContext, server: PulsenServer) {
  const page = await context.newPage();
  await page.goto(`${server.url}/openapi.json`);
  const devtools = await context.newCDPSession(page);
  const registrationId = await registrationOf(devtools);
  const sync = { origin: server.url, registrationId, tag: TAG, lastChance: false };
  await devtools.send("ServiceWorker.dispatchSyncEvent", sync);
}

async function registrationOf(devtools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  return found;
}

test("the worker sends what was answered within a moment before the page was closed", async ({
  page,
  context,
  server,
}) => {
  await noteWanted(page);
  const visit = new FlowPage(page, server);
  await visit.open("/feedback?node_id=draft");
  await waitUntilKept(page);
  // From here on the worker answers for parts that come late.
  await visit.open("/feedback?node_id=draft");
  await server.kill();
  await page.getByText("Just fine", { exact: true }).click();
  await expect.poll(() => countWaiting(page)).toBe(1);
  await expect.poll(() => wantedBy(page)).toEqual([TAG]);
  const deviceId = await visit.deviceId();
  await page.close();

  await server.restart();
  expect(server.feedbacksOf(deviceId)).toEqual([]);
  await wakeWorker(context, server);
  await expect.poll(() => server.feedbacksOf(deviceId), PATIENTLY).toMatchObject([{ status: "partial" }]);
});
