import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import {
  disguised,
  expectAccessible,
  KillableBrowser,
  PulsenServer,
  png,
  type TestFile,
} from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { outboxRows, storedFiles } from "./support/outboxStorage";
import { isInFiles } from "./support/profileFiles";

const PIN = "2580";
const NODE = {
  id: "damage",
  name: "Fener Coffee",
  flow_id: "damage",
  default_language_id: "en",
  kiosk: true,
  kiosk_pin: PIN,
  // Longer than a busy machine takes for a visit.
  idle_reset_timeout_in_seconds: 600,
  thank_you_duration_in_seconds: 1,
};
/** A flow that is saved as it is answered. */
const FLOW = {
  id: "damage",
  allowSavingIncompleteSurvey: true,
  languages: [{ id: "en", code: "en", name: "English" }],
  defaultLanguageId: "en",
  states: [
    {
      id: "first",
      style: "normal",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        {
          id: "words",
          type: "question",
          order: 0,
          question: { id: "q-words", style: "text", body: { en: "What is damaged?" } },
        },
        {
          id: "photo",
          type: "question",
          order: 1,
          question: { id: "q-photo", style: "file", body: { en: "Show us" } },
        },
        { id: "submit", type: "submit", order: 2, body: { en: "Send" } },
      ],
    },
    { id: "thanks", style: "thank_you", elements: [] },
  ],
};

const beginButton = (page: Page) => page.getByRole("button", { name: "Tap to start" });
const kept = (page: Page, name: string): Locator =>
  page
    .getByRole("listitem")
    .filter({ hasText: name })
    .getByText("Saved on this device. It will be sent with your answers.");

let server: PulsenServer;

test.beforeEach(async () => {
  server = await PulsenServer.start();
  importRecords(server, { flows: [FLOW], nodes: [NODE] });
});
test.afterEach(() => server.stop());

/** Opens the kiosk, with all that a visit needs, so that it can continue without a network. */
async function openKiosk(page: Page) {
  await page.goto(`${server.url}/feedback?node_id=damage`);
  await beginButton(page).click();
  await page.getByRole("textbox", { name: "What is damaged?" }).waitFor();
  await page.locator(".picker__area input").waitFor({ state: "attached" });
}

/** Answers both questions while there is no network. */
async function answer(page: Page, words: string, file: TestFile) {
  await page.locator(".picker__area input").setInputFiles(file);
  await expect(kept(page, file.name)).toBeVisible({ timeout: 30_000 });
  await page.getByRole("textbox", { name: "What is damaged?" }).fill(words);
}

test("what visitors answer and choose is nowhere readable on the disk", async () => {
  const profile = mkdtempSync(join(tmpdir(), "pulsen-profile-"));
  const browser = await KillableBrowser.start(profile);
  try {
    const [gone, whole] = [await browser.context.newPage(), await browser.context.newPage()];
    await openKiosk(gone);
    await openKiosk(whole);
    // Parts of a run are not saved while the browser says that it is offline.
    await gone.route(/\/v1\/feedbacks|\/direct_uploads/, (route) => route.abort());
    const secrets = Array.from({ length: 6 }, () => `secret-${randomUUID()}`);
    const [wordsOfGone = "", nameOfGone = "", contentOfGone = "", words = "", name = "", content = ""] =
      secrets;
    await test.step("the page of one is closed in the middle", async () => {
      await answer(gone, wordsOfGone, photo(nameOfGone, contentOfGone));
      await expect.poll(async () => (await storedFiles(gone)).length).toBe(1);
      await gone.goto("about:blank");
    });
    await browser.context.setOffline(true);
    await test.step("another one answers to the end", async () => {
      await answer(whole, words, photo(name, content));
      await whole.getByRole("button", { name: "Send" }).click();
      await expect(beginButton(whole)).toBeVisible({ timeout: 60_000 });
    });
    await expect.poll(async () => (await storedFiles(whole)).length).toBe(2);
    const rows = await outboxRows(whole);
    expect(rows).toHaveLength(2);
    await expect
      .poll(() => whole.evaluate(() => Object.keys(localStorage).sort()))
      .toEqual(["FLOW/device_id", "FLOW/kiosk"]);
    // The browser writes to the disk now and then, in this order.
    const mark = `mark-${randomUUID()}`;
    await whole.evaluate((mark) => localStorage.setItem("mark", mark), mark);
    for (const written of [mark, ...rows.map(({ id }) => id)]) {
      await expect.poll(() => isInFiles(profile, written), { timeout: 60_000 }).toBe(true);
    }
    expect(secrets.filter((secret) => isInFiles(profile, secret))).toEqual([]);
    await browser.kill();
    expect(secrets.filter((secret) => isInFiles(profile, secret))).toEqual([]);
  } finally {
    await browser.kill();
    rmSync(profile, { recursive: true, force: true });
  }
});

/** Returns an image with a text in its bytes. */
function photo(name: string, content: string): TestFile {
  const image = png(`${name}.png`);
  return { ...image, buffer: Buffer.concat([image.buffer, Buffer.from(content)]) };
}

test("staff save the files of feedback that the server will never take", async ({ page, context }) => {
  const file = disguised("photo.png");
  await openKiosk(page);
  await context.setOffline(true);
  await answer(page, "The cup", file);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(beginButton(page)).toBeVisible({ timeout: 60_000 });
  await context.setOffline(false);

  await page.getByRole("button", { name: "For staff" }).click();
  await page.getByLabel("Enter PIN").fill(PIN);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 could not be sent")).toBeVisible({ timeout: 30_000 });
  const link = page.getByRole("link", { name: "Download: photo.png" });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await link.click();
  expect(readFileSync(await (await download).path())).toEqual(file.buffer);

  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("0 could not be sent")).toBeVisible();
  await expect(link).toHaveCount(0);
  expect(await outboxRows(page)).toEqual([]);
  expect(await storedFiles(page)).toEqual([]);
});
