import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { KillableBrowser, PulsenServer, pdf, png } from "pulsen-loader/e2e";
import { waitForBackgroundScripts } from "./support/backgroundScripts";
import { waitUntilKept } from "./support/keptPages";
import { storedFiles } from "./support/outboxStorage";
import { isInFiles } from "./support/profileFiles";
import { test as base, expect } from "./support/test";
import { UploadPage } from "./support/uploadPage";

const RECORDS = join(import.meta.dirname, "records");
const UPLOADS = /\/v2\/storage\/direct_uploads\?/;

/** Until the outbox has sent what waits, after the pauses that it takes. */
const PATIENTLY = { timeout: 60_000 };

const test = base.extend<{ claim: UploadPage }>({
  claim: async ({ page, pulsen }, use) => {
    await use(new UploadPage(page, pulsen));
  },
});

test.beforeAll(({ pulsen }) => pulsen.import(RECORDS));

const welcome = (page: Page) => page.getByRole("status").filter({ hasText: "Welcome back." });

const back = (page: Page) => page.getByRole("button", { name: "Back", exact: true });

/** Waits until the run that could be continued has a file in its answers. */
async function waitUntilRecorded(page: Page, name: string) {
  const isRecorded = (name: string) => {
    const runs: Record<string, { files?: Record<string, { name: string }[]> }> = JSON.parse(
      localStorage.getItem("FLOW/runs") ?? "{}",
    );
    const files = Object.values(runs).flatMap(({ files = {} }) => Object.values(files).flat());
    return files.some((file) => file.name === name);
  };
  await page.waitForFunction(isRecorded, name);
}

/** Answers the last question of the flow and submits it. */
async function finish(claim: UploadPage) {
  await claim.question("q-receipt").waitFor();
  await claim.choose("q-receipt", pdf("receipt.pdf"));
  await expect(claim.row("receipt.pdf")).toContainText(/Uploaded|Saved on this device/, PATIENTLY);
  await claim.send().click();
  await expect(claim.thanks()).toBeVisible(PATIENTLY);
}

test("a run with an image continues after a reload, and the image is not uploaded again @mobile", async ({
  page,
  claim,
  pulsen,
}) => {
  await claim.open();
  await claim.choose("q-photos", png("front.png"), png("side.png"));
  await expect(claim.uploaded("front.png")).toBeVisible();
  await expect(claim.uploaded("side.png")).toBeVisible();
  await claim.next().click();
  await claim.question("q-receipt").waitFor();
  await waitUntilRecorded(page, "side.png");

  await claim.open();
  await expect(welcome(page)).toBeVisible();
  await claim.question("q-receipt").waitFor();
  await back(page).click();
  await expect(claim.uploaded("front.png")).toBeVisible();
  await claim.expectAccessible();
  await claim.remove("side.png").click();
  await expect(claim.row("side.png")).toHaveCount(0);
  const sent = claim.watchUploads();
  await claim.next().click();
  await finish(claim);
  expect(sent).toHaveLength(1);
  expect(filesOf(pulsen, await claim.deviceId())).toEqual(["front.png", "receipt.pdf"]);
});

test("an image that the server has no more is named, where it can be added again", async ({
  page,
  claim,
  pulsen,
}) => {
  await claim.open();
  await claim.choose("q-photos", png("front.png"));
  await expect(claim.uploaded("front.png")).toBeVisible();
  await claim.next().click();
  await claim.question("q-receipt").waitFor();
  await waitUntilRecorded(page, "front.png");
  const deviceId = await claim.deviceId();
  pulsen.execute(`UPDATE uploads SET expires_at = 1 WHERE device_id = '${deviceId}'`);

  await claim.open();
  await expect(welcome(page)).toBeVisible();
  const notice = page.getByText("Some files could not be saved. Please add them again: front.png");
  await expect(notice).toBeVisible();
  await expect(claim.question("q-photos")).toBeVisible();
  await expect(claim.row("front.png")).toHaveCount(0);
  await claim.expectAccessible();
  await claim.choose("q-photos", png("again.png"));
  await expect(claim.uploaded("again.png")).toBeVisible();
  await claim.next().click();
  await finish(claim);
  await expect(notice).toBeHidden();
  expect(filesOf(pulsen, deviceId)).toEqual(["again.png", "receipt.pdf"]);
});

test("an image whose upload had not ended is named", async ({ page, claim }) => {
  await claim.open();
  const held = await claim.holdUploads();
  await claim.choose("q-photos", png("front.png"));
  await expect(claim.row("front.png")).toBeVisible();
  await page.getByText("A parcel").click();
  await page.waitForFunction(() => localStorage.getItem("FLOW/runs")?.includes("front.png"));
  await claim.open();
  await expect(welcome(page)).toBeVisible();
  await expect(
    page.getByText("Some files could not be saved. Please add them again: front.png"),
  ).toBeVisible();
  await expect(claim.row("front.png")).toHaveCount(0);
  await held.release();
});

test("an image that could not be uploaded continues with its run after the browser was killed", async () => {
  const pulsen = await PulsenServer.start();
  pulsen.import(RECORDS);
  const profile = mkdtempSync(join(tmpdir(), "pulsen-profile-"));
  let browser = await KillableBrowser.start(profile);
  try {
    const page = await browser.context.newPage();
    const claim = new UploadPage(page, pulsen);
    await page.route(UPLOADS, (route) => route.abort());
    await claim.open();
    await claim.choose("q-photos", png("front.png"));
    await expect(claim.kept("front.png")).toBeVisible(PATIENTLY);
    await expect.poll(() => storedFiles(page)).toEqual(["front.png"]);
    await waitUntilRecorded(page, "front.png");
    // The browser writes local storage now and then.
    await page.evaluate(() => localStorage.setItem("mark", "mark-of-the-test"));
    await expect.poll(() => isInFiles(profile, "mark-of-the-test"), PATIENTLY).toBe(true);
    await browser.kill();

    browser = await KillableBrowser.start(profile);
    const later = await browser.context.newPage();
    const visit = new UploadPage(later, pulsen);
    await visit.open();
    await expect(welcome(later)).toBeVisible();
    await expect(visit.kept("front.png")).toBeVisible();
    await visit.next().click();
    await finish(visit);
    const deviceId = await visit.deviceId();
    await expect.poll(() => filesOf(pulsen, deviceId), PATIENTLY).toEqual(["front.png", "receipt.pdf"]);
    await expect.poll(() => storedFiles(later)).toEqual([]);
  } finally {
    await browser.kill();
    await pulsen.stop();
    rmSync(profile, { recursive: true, force: true });
  }
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("a run with an image continues after a reload, and is sent later with it", async ({
    page,
    context,
    claim,
    pulsen,
  }) => {
    await claim.open();
    await waitUntilKept(page);
    await waitForBackgroundScripts(page);
    await context.setOffline(true);
    await claim.choose("q-photos", png("front.png"));
    await expect(claim.kept("front.png")).toBeVisible();
    await expect.poll(() => storedFiles(page)).toEqual(["front.png"]);
    await waitUntilRecorded(page, "front.png");
    await claim.open();
    await expect(welcome(page)).toBeVisible();
    await expect(claim.kept("front.png")).toBeVisible();
    await claim.next().click();
    await finish(claim);
    await expect(page.getByText("1 waiting to be sent")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
    expect(filesOf(pulsen, await claim.deviceId())).toEqual(["front.png", "receipt.pdf"]);
  });
});

/** Returns the names of the files of a device's feedback; nothing where there is none yet. */
function filesOf(
  pulsen: { feedbacksOf(deviceId: string): { id: string }[]; query<Row>(sql: string): Row[] },
  deviceId: string,
): string[] {
  const ids = pulsen.feedbacksOf(deviceId).map(({ id }) => `'${id}'`);
  const rows = pulsen.query<{ name: string }>(
    `SELECT name FROM uploads WHERE feedback_id IN (${ids.join()}) ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}
