import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { KillableBrowser, PulsenServer, stopClock, watchLayoutShifts } from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { isInFiles } from "./support/profileFiles";
import { storedRunIds, waitUntilStored } from "./support/storedRuns";
import { expect, FlowPage, test } from "./support/test";

const THANKS = "Your answers are with the people who make your coffee.";
const BEGUN = "Continue where you left off?";
const FLOW = resolve(import.meta.dirname, "../../examples/flows/demo-flow.json");

const score = (page: Page) => page.getByRole("radio", { name: "9", exact: true });

/** Answers the first page and the beginning of the second one. */
async function begin(page: Page, flowPage: FlowPage) {
  await flowPage.open();
  await page.getByText("Just fine", { exact: true }).click();
  await flowPage.next().click();
  await score(page).check();
  await waitUntilStored(page);
}

async function goOn(page: Page) {
  await expect(page.getByText(BEGUN)).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(BEGUN)).toBeHidden();
}

test("a run that was left continues after a reload, with its answers and its page", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await begin(page, flowPage);
  await flowPage.open();
  await flowPage.expectAccessible();
  await goOn(page);
  await expect(score(page)).toBeChecked();
  await flowPage.back().click();
  await expect(page.getByRole("radio", { name: "Just fine" })).toBeChecked();
  await flowPage.next().click();
  await expect(score(page)).toBeChecked();
  await flowPage.next().click();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toMatchObject([{ status: "complete" }]);

  // What is sent is not offered any more.
  await flowPage.open();
  await flowPage.next().waitFor();
  expect(await storedRunIds(page)).toEqual([]);
  await expect(page.getByText(BEGUN)).toBeHidden();
});

test("a visitor who starts over, or just answers, is not asked again", async ({ page, flowPage }) => {
  await begin(page, flowPage);
  await flowPage.open();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByText(BEGUN)).toBeHidden();
  await page.getByText("Just fine", { exact: true }).click();
  await waitUntilStored(page);
  await flowPage.open();
  await expect(page.getByText(BEGUN)).toBeVisible();
  await page.getByText("Just fine", { exact: true }).click();
  await expect(page.getByText(BEGUN)).toBeHidden();
});

test("a run that continues in one tab is offered in another one only when that is closed", async ({
  page,
  context,
  flowPage,
  pulsen,
}) => {
  await begin(page, flowPage);
  const second = await context.newPage();
  const other = new FlowPage(second, pulsen);
  const asked = second.waitForResponse(/\/resume-/);
  // Without time the page is not shown before it knows what to offer.
  await stopClock(second);
  await other.open();
  await asked;
  await expect(second.getByText(BEGUN)).toHaveCount(0);

  await page.close();
  await second.clock.resume();
  await other.open();
  await goOn(second);
  await expect(score(second)).toBeChecked();
});

test("a run that two tabs offer continues in one of them, and in the other one when that is closed", async ({
  page,
  context,
  flowPage,
  pulsen,
}) => {
  await begin(page, flowPage);
  await page.goto("about:blank");
  const tabs = [await context.newPage(), await context.newPage()] as const;
  for (const tab of tabs) {
    await new FlowPage(tab, pulsen).open();
    await expect(tab.getByText(BEGUN)).toBeVisible();
  }
  const [first, second] = tabs;
  await goOn(first);
  const runs = () => first.evaluate(() => localStorage.getItem("FLOW/runs"));
  const before = await runs();
  await first.getByRole("radio", { name: "7", exact: true }).check();
  await expect.poll(runs).not.toBe(before);
  await second.getByRole("button", { name: "Continue" }).click();
  await expect(second.getByRole("status").filter({ hasText: "in another tab" })).toBeVisible();
  await new FlowPage(second, pulsen).expectAccessible();

  await first.close();
  await second.getByRole("button", { name: "Continue" }).click();
  await expect(second.getByRole("radio", { name: "7", exact: true })).toBeChecked();
  const visit = new FlowPage(second, pulsen);
  await visit.next().click();
  await visit.send().click();
  await expect(second.getByText(THANKS)).toBeVisible();
  expect(pulsen.feedbacksOf(await visit.deviceId())).toMatchObject([{ status: "complete" }]);
});

test("the offer to continue moves nothing", async ({ page, flowPage, pulsen }) => {
  await begin(page, flowPage);
  const later = await page.context().newPage();
  await page.close();
  const shifts = await watchLayoutShifts(later);
  const visit = new FlowPage(later, pulsen);
  // A page that takes too long is shown without its offer.
  await stopClock(later);
  await visit.open();
  await expect(later.getByText(BEGUN)).toBeVisible();
  await later.clock.resume();
  await later.waitForLoadState("networkidle");
  expect(await shifts()).toBe(0);
});

const isRunHeld = (page: Page) =>
  page.evaluate(async () =>
    (await navigator.locks.query()).held?.some(({ name }) => name?.startsWith("pulsen-run-")),
  );

/** Tells a page what it is told when the browser keeps it for "back", or shows it again: only the browser decides when it does so. */
const tell = (page: Page, type: "pagehide" | "pageshow") =>
  page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type);

test("a page that comes back as it was left continues with its run", async ({ page, flowPage }) => {
  await begin(page, flowPage);
  await expect.poll(() => isRunHeld(page)).toBe(true);
  await tell(page, "pagehide");
  // A page that holds a lock is not kept.
  await expect.poll(() => isRunHeld(page)).toBe(false);
  await tell(page, "pageshow");
  await expect.poll(() => isRunHeld(page)).toBe(true);
  await expect(score(page)).toBeChecked();
});

for (const [act, where] of [
  ["Continue", "goes on in another tab"],
  ["Start over", "was given up in another tab"],
] as const) {
  test(`a page that comes back shows itself again if its run ${where}`, async ({
    page,
    context,
    flowPage,
    pulsen,
  }) => {
    await begin(page, flowPage);
    const deviceId = await flowPage.deviceId();
    await tell(page, "pagehide");

    const other = await context.newPage();
    const otherFlow = new FlowPage(other, pulsen);
    await otherFlow.open();
    await other.getByRole("button", { name: act }).click();
    await expect(other.getByText(BEGUN)).toBeHidden();
    await expect.poll(() => isRunHeld(other)).toBe(true);

    const reloaded = page.waitForEvent("load");
    await tell(page, "pageshow");
    await reloaded;
    await expect(flowPage.question("q-mood")).toBeVisible();
    await expect(page.getByRole("radio", { name: "Just fine" })).not.toBeChecked();
    await expect(page.getByText(BEGUN)).toHaveCount(0);
    if (act === "Start over") return;
    await otherFlow.next().click();
    await otherFlow.send().click();
    await expect(other.getByText(THANKS)).toBeVisible();
    expect(pulsen.feedbacksOf(deviceId)).toMatchObject([{ status: "complete" }]);
  });
}

test("nothing in a page forbids the browser to keep it for back", async () => {
  const pulsen = await PulsenServer.start();
  const profile = mkdtempSync(join(tmpdir(), "pulsen-profile-"));
  // Other tests run in a browser that keeps no pages.
  const browser = await KillableBrowser.start(profile);
  try {
    const page = await browser.context.newPage();
    await begin(page, new FlowPage(page, pulsen));
    const devTools = await browser.context.newCDPSession(page);
    await devTools.send("Page.enable");
    const reasons: string[] = [];
    devTools.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) => {
      // A busy browser has reasons of its own, which Chromium calls circumstantial.
      const ours = notRestoredExplanations.filter(({ type }) => type !== "Circumstantial");
      reasons.push(...ours.map(({ reason }) => reason));
    });
    await page.goto("about:blank");
    // A page that is shown again does not load.
    await page.goBack({ waitUntil: "commit" });
    await expect(new FlowPage(page, pulsen).next()).toBeVisible();
    expect(reasons).toEqual([]);
  } finally {
    await browser.kill();
    await pulsen.stop();
    rmSync(profile, { recursive: true, force: true });
  }
});

test("a run whose browser was ended at its end is not offered again, and stored once", async () => {
  const pulsen = await PulsenServer.start();
  const profile = mkdtempSync(join(tmpdir(), "pulsen-profile-"));
  let browser = await KillableBrowser.start(profile);
  try {
    const page = await browser.context.newPage();
    const flowPage = new FlowPage(page, pulsen);
    await flowPage.open();
    await flowPage.answerUpToSend();
    const deviceId = await flowPage.deviceId();
    const runId = await waitUntilStored(page);
    // The browser writes local storage now and then.
    await expect.poll(() => isInFiles(profile, runId), { timeout: 60_000 }).toBe(true);
    await flowPage.send().click();
    await expect.poll(() => pulsen.feedbacksOf(deviceId).length, { intervals: [10] }).toBe(1);
    await browser.kill();

    browser = await KillableBrowser.start(profile);
    const later = await browser.context.newPage();
    await later.goto(`${pulsen.url}/healthz`);
    expect(await storedRunIds(later)).toEqual([runId]);
    const visit = new FlowPage(later, pulsen);
    await visit.open();
    await expect.poll(() => storedRunIds(later)).toEqual([]);
    await expect(later.getByText(BEGUN)).toBeHidden();
    expect(pulsen.feedbacksOf(deviceId)).toMatchObject([{ status: "complete" }]);
  } finally {
    await browser.kill();
    await pulsen.stop();
    rmSync(profile, { recursive: true, force: true });
  }
});

test("a run continues with the revision of the flow that it was begun with", async ({ page }) => {
  // Other tests go by the first revision.
  const pulsen = await PulsenServer.start();
  const flowPage = new FlowPage(page, pulsen);
  try {
    await begin(page, flowPage);
    importRecords(pulsen, {
      flows: [JSON.parse(readFileSync(FLOW, "utf8").replaceAll("Just fine", "Rather fine"))],
    });
    await flowPage.open();
    await expect(page.getByText("Rather fine", { exact: true })).toBeVisible();
    await goOn(page);
    await flowPage.back().click();
    await expect(page.getByRole("radio", { name: "Just fine" })).toBeChecked();
    await flowPage.next().click();
    await expect(score(page)).toBeChecked();
    await flowPage.next().click();
    await flowPage.send().click();
    await expect(page.getByText(THANKS)).toBeVisible();
    expect(pulsen.feedbacksOf(await flowPage.deviceId())).toMatchObject([{ flow_revision: 1 }]);
  } finally {
    await pulsen.stop();
  }
});
