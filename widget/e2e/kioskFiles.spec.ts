import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { disguised, expectAccessible, PulsenServer, png, type TestFile } from "pulsen-loader/e2e";
import { waitForBackgroundScripts } from "./support/backgroundScripts";
import { importRecords } from "./support/importRecords";
import { everythingStored } from "./support/kioskStorage";
import { outboxRows, storedFiles } from "./support/outboxStorage";

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
  pace: "page",
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

test("once it was sent, nothing of what visitors answered and chose is left in the browser", async ({
  context,
}) => {
  const [gone, whole] = [await context.newPage(), await context.newPage()];
  await openKiosk(gone);
  await openKiosk(whole);
  // Parts of a run are not saved while the browser says that it is offline.
  await context.route(/\/v1\/feedbacks|\/direct_uploads/, (route) => route.abort());
  await test.step("the page of one is closed in the middle", async () => {
    await answer(gone, "The cup", png("cup.png"));
    await expect.poll(() => storedFiles(gone)).toHaveLength(1);
    await expect.poll(() => outboxRows(gone)).toHaveLength(1);
    await gone.goto("about:blank");
  });
  await test.step("another one answers to the end", async () => {
    await answer(whole, "The chair", png("chair.png"));
    await whole.getByRole("button", { name: "Send" }).click();
    await expect(beginButton(whole)).toBeVisible({ timeout: 60_000 });
  });
  await expect.poll(() => storedFiles(whole)).toEqual(["chair.png", "cup.png"]);
  await expect.poll(() => outboxRows(whole)).toHaveLength(2);
  await context.unroute(/\/v1\/feedbacks|\/direct_uploads/);

  await whole.reload();
  const deviceId = await whole.evaluate(() => localStorage.getItem("FLOW/device_id") ?? "");
  const sent = () =>
    server
      .feedbacksOf(deviceId)
      .map(({ status }) => status)
      .sort();
  await expect.poll(sent, { timeout: 60_000 }).toEqual(["complete", "partial"]);
  await expect(beginButton(whole)).toBeVisible();
  await whole.reload();
  await expect.poll(() => outboxRows(whole)).toEqual([]);
  await expect.poll(() => storedFiles(whole)).toEqual([]);
  const { names, text } = await everythingStored(whole);
  expect(names).not.toContain("FLOW/left");
  expect(text).not.toMatch(/cup|chair/);
});

test("staff save the files of feedback that the server will never take", async ({ page, context }) => {
  const file = disguised("photo.png");
  await openKiosk(page);
  await waitForBackgroundScripts(page);
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
  await expect.poll(() => outboxRows(page)).toEqual([]);
  await expect.poll(() => storedFiles(page)).toEqual([]);
});
