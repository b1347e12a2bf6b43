import type { Page } from "@playwright/test";
import { HostedWidget } from "./support/hostedWidget";
import { HostSite, scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, test } from "./support/test";

const NODE = "e2e-thanks";
const SAVED = "Your answers are safe on this device. We send them as soon as you are online.";
const NOT_STORED =
  "Your browser does not allow saving. Please keep this page open until your answers are sent.";
const THANKS = "Thank you, we read everything";
const FEEDBACKS = "**/v1/feedbacks";
const PATIENTLY = { timeout: 30_000 };

/** Makes the browser claim to be offline, so that the widget waits for nobody; its files come all the same. */
async function claimOffline(page: Page) {
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
  await page.route(FEEDBACKS, (route) => route.abort("internetdisconnected"));
}

async function answer(widget: HostedWidget) {
  await widget.open();
  await widget.choose("Not so good");
  await widget.press("Next");
  await widget.why().fill("Warmer lamps");
  await widget.press("Send");
  await expect(widget.text(THANKS)).toBeVisible(PATIENTLY);
}

/** Returns how many feedbacks the node has got. */
function countFeedbacks(pulsen: PulsenServer): number {
  const [row] = pulsen.query<{ count: number }>(
    `SELECT count(*) AS count FROM feedbacks WHERE node_id = '${NODE}'`,
  );
  return row?.count ?? 0;
}

test("a feedback that waits in a widget is sent once there is a network, with storage or without @denied", async ({
  page,
  widget,
  pulsen,
  host,
  storage,
  consoleErrors,
}) => {
  const before = countFeedbacks(pulsen);
  await claimOffline(page);
  await page.goto(host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, { node_id: NODE })) }));
  await answer(widget);
  await expect(widget.text(storage === "denied" ? NOT_STORED : SAVED)).toBeVisible();
  expect(countFeedbacks(pulsen)).toBe(before);

  await page.unroute(FEEDBACKS);
  await (await widget.frame()).evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(widget.text("1 sent")).toBeVisible(PATIENTLY);
  expect(countFeedbacks(pulsen)).toBe(before + 1);
  expect(consoleErrors.splice(0).every(isFailedTry)).toBe(true);
});

test("a feedback that waits is sent at the next visit to the same site, and from no other one", async ({
  page,
  context,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  const before = countFeedbacks(pulsen);
  const tag = scriptTag(pulsen.url, importWidget(pulsen, { node_id: NODE }));
  const address = host.add({ head: tag });
  await claimOffline(page);
  await page.goto(address);
  await answer(widget);
  await expect(widget.text(SAVED)).toBeVisible();
  await page.close();
  expect(consoleErrors.splice(0).every(isFailedTry)).toBe(true);

  const other = await HostSite.start("127.0.0.2");
  const elsewhere = new HostedWidget(await context.newPage());
  await elsewhere.page.goto(other.add({ head: tag }));
  await elsewhere.open();
  await expect(elsewhere.question("q-mood")).toBeVisible();
  const stored = await (await elsewhere.frame()).evaluate(async () => [
    ...Object.keys(localStorage),
    ...(await indexedDB.databases()).map(({ name }) => name),
  ]);
  expect(stored).not.toContain("FLOW/device_id");
  expect(stored).not.toContain("pulsen-outbox");
  await elsewhere.page.close();
  await other.stop();
  expect(countFeedbacks(pulsen)).toBe(before);

  const again = new HostedWidget(await context.newPage());
  await again.page.goto(address);
  await again.open();
  await expect(again.text("1 sent")).toBeVisible(PATIENTLY);
  expect(countFeedbacks(pulsen)).toBe(before + 1);
});

/** Returns whether the browser has said that it could not send. */
function isFailedTry(error: string): boolean {
  return error.includes("ERR_INTERNET_DISCONNECTED") || error.includes("Error sending feedback");
}
