import { join } from "node:path";
import type { Page } from "@playwright/test";
import { disguised, pdf, png } from "pulsen-loader/e2e";
import { waitForBackgroundScripts } from "./support/backgroundScripts";
import { storedFiles } from "./support/outboxStorage";
import { test as base, expect } from "./support/test";
import { UploadPage } from "./support/uploadPage";

const test = base.extend<{ claim: UploadPage }>({
  claim: async ({ page, pulsen }, use) => {
    await use(new UploadPage(page, pulsen));
  },
});

const SAVED = "Your answers are safe on this device. We send them as soon as you are online.";
const UPLOADS = /\/v2\/storage\/direct_uploads\?/;

/** Until the outbox has sent what waits, after the pauses that it takes. */
const PATIENTLY = { timeout: 30_000 };

test.beforeAll(({ pulsen }) => pulsen.import(join(import.meta.dirname, "records")));

/** Takes the network away, as soon as the page has what it loads by itself. */
async function goOffline(page: Page) {
  await waitForBackgroundScripts(page);
  await page.context().setOffline(true);
}

/** Answers the flow with two files that cannot be uploaded, up to its end. */
async function answerWithKeptFiles(page: Page, claim: UploadPage) {
  await claim.choose("q-photos", png("front.png"));
  await expect(claim.kept("front.png")).toBeVisible();
  await claim.next().click();
  await claim.question("q-receipt").waitFor();
  await claim.choose("q-receipt", pdf("receipt.pdf"));
  await expect(claim.kept("receipt.pdf")).toBeVisible();
  await claim.send().click();
  await expect(claim.thanks()).toBeVisible(PATIENTLY);
  await expect(page.getByText(SAVED)).toBeVisible();
}

test("files that are chosen without a network are sent before their feedback when there is one @mobile", async ({
  page,
  context,
  claim,
  pulsen,
}) => {
  await claim.open();
  await goOffline(page);
  await claim.choose("q-photos", png("front.png"));
  await expect(claim.kept("front.png")).toBeVisible();
  await claim.expectAccessible();
  await claim.remove("front.png").click();
  await expect(claim.row("front.png")).toHaveCount(0);
  await answerWithKeptFiles(page, claim);
  await expect.poll(() => storedFiles(page)).toEqual(["front.png", "receipt.pdf"]);
  await expect(page.getByText("1 waiting to be sent")).toBeVisible();

  const sent = claim.watchUploads();
  await context.setOffline(false);
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
  expect(sent).toHaveLength(2);
  expect(filesOf(pulsen, await claim.deviceId())).toEqual(["front.png", "receipt.pdf"]);
  await expect.poll(() => storedFiles(page)).toEqual([]);
});

test("a feedback whose replies are lost, over a reload, is stored once with its files", async ({
  page,
  context,
  claim,
  pulsen,
}) => {
  await claim.open();
  await goOffline(page);
  await answerWithKeptFiles(page, claim);
  const deviceId = await claim.deviceId();
  // The server has the first file and the page does not know it.
  await page.route(UPLOADS, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  const lost = page.waitForEvent("requestfailed", (request) => UPLOADS.test(request.url()));
  await context.setOffline(false);
  await lost;
  expect(pulsen.feedbacksOf(deviceId)).toEqual([]);

  // Not before the page is left: it would send the rest itself.
  await page.goto("about:blank");
  await page.unroute(UPLOADS);
  await claim.open();
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
  expect(filesOf(pulsen, deviceId)).toEqual(["front.png", "receipt.pdf"]);
});

test("a file that the server will never take is set aside with its feedback, and can be saved", async ({
  page,
  context,
  claim,
  pulsen,
}) => {
  await claim.open();
  await goOffline(page);
  await claim.choose("q-photos", disguised("photo.png"));
  await expect(claim.kept("photo.png")).toBeVisible();
  await claim.next().click();
  await claim.question("q-receipt").waitFor();
  await claim.choose("q-receipt", pdf("receipt.pdf"));
  await expect(claim.kept("receipt.pdf")).toBeVisible();
  await claim.send().click();
  await expect(page.getByText(SAVED)).toBeVisible(PATIENTLY);

  await context.setOffline(false);
  await expect(page.getByText("1 could not be sent")).toBeVisible(PATIENTLY);
  await expect(page.getByRole("link", { name: "Download: photo.png" })).toBeVisible();
  await claim.expectAccessible();
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download: photo.png" }).click();
  expect((await file).suggestedFilename()).toBe("photo.png");
  const list = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download", exact: true }).click();
  const content = await (await list).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject([
    {
      reason: "unsupported_type",
      feedback: { flow_id: "claim" },
      files: [{ name: "photo.png", refused: true }, { name: "receipt.pdf" }],
    },
  ]);
  expect(pulsen.feedbacksOf(await claim.deviceId())).toEqual([]);

  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("1 could not be sent")).toBeHidden();
  await expect.poll(() => storedFiles(page)).toEqual([]);
});

test("with storage that is full, the page itself keeps files until they are sent", async ({
  page,
  context,
  claim,
  pulsen,
}) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === "files") throw new DOMException("No.", "QuotaExceededError");
      return put.apply(this, given);
    };
  });
  await claim.open();
  await goOffline(page);
  await claim.choose("q-photos", png("front.png"));
  await expect(claim.kept("front.png")).toBeVisible();
  await claim.next().click();
  await claim.question("q-receipt").waitFor();
  await claim.choose("q-receipt", pdf("receipt.pdf"));
  await expect(claim.kept("receipt.pdf")).toBeVisible();
  await claim.send().click();
  await expect(page.getByText("Your browser does not allow saving.")).toBeVisible(PATIENTLY);

  await context.setOffline(false);
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
  expect(filesOf(pulsen, await claim.deviceId())).toEqual(["front.png", "receipt.pdf"]);
});

/** Returns the names of the files of a device's only feedback. */
function filesOf(
  pulsen: { feedbacksOf(deviceId: string): { id: string }[]; query<Row>(sql: string): Row[] },
  deviceId: string,
): string[] {
  const feedbacks = pulsen.feedbacksOf(deviceId);
  expect(feedbacks).toHaveLength(1);
  const rows = pulsen.query<{ name: string }>(
    `SELECT name FROM uploads WHERE feedback_id = '${feedbacks[0]?.id}' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}
