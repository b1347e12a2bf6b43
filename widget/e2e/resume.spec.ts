import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { holdRequests, KillableBrowser, PulsenServer, stopClock, watchLayoutShifts } from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { isInFiles } from "./support/profileFiles";
import { storedRunIds, waitUntilStored } from "./support/storedRuns";
import { expect, FlowPage, test } from "./support/test";

const THANKS = "Your answers are with the people who make your coffee.";
const WELCOME = "Welcome back. You are where you left off.";
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

const welcome = (page: Page) => page.getByRole("status").filter({ hasText: WELCOME });
const goOn = (page: Page) => page.getByRole("button", { name: "Continue" });
const startOver = (page: Page) => page.getByRole("button", { name: "Start over" });

test("a run that was left continues after a reload, with its answers and its page", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await begin(page, flowPage);
  await flowPage.comeBack();
  await expect(score(page)).toBeChecked();
  await expect(welcome(page)).toBeVisible();
  await flowPage.expectAccessible();
  await flowPage.back().click();
  await expect(welcome(page)).toBeHidden();
  await expect(page.getByRole("radio", { name: "Just fine" })).toBeChecked();
  await flowPage.next().click();
  await expect(score(page)).toBeChecked();
  await flowPage.next().click();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toMatchObject([{ status: "complete" }]);

  // What is sent does not continue any more.
  await flowPage.comeBack();
  await flowPage.next().waitFor();
  expect(await storedRunIds(page)).toEqual([]);
  await expect(welcome(page)).toBeHidden();
});

test("a visitor who starts over begins on the first page, without a trace of the run before", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await begin(page, flowPage);
  const [before] = await storedRunIds(page);
  await flowPage.comeBack();
  await startOver(page).click();
  await expect(welcome(page)).toBeHidden();
  await expect(page.getByRole("radio", { name: "Just fine" })).not.toBeChecked();
  await expect.poll(() => storedRunIds(page)).toEqual([]);

  await page.getByText("Just fine", { exact: true }).click();
  expect(await waitUntilStored(page)).not.toBe(before);
  await flowPage.comeBack();
  await expect(page.getByRole("radio", { name: "Just fine" })).toBeChecked();
  await flowPage.next().click();
  await expect(score(page)).not.toBeChecked();
  await score(page).check();
  await flowPage.next().click();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toMatchObject([{ status: "complete" }]);
});

test("a run that continues in one tab continues in another one only when that is closed", async ({
  page,
  context,
  flowPage,
  pulsen,
}) => {
  await begin(page, flowPage);
  const second = await context.newPage();
  const other = new FlowPage(second, pulsen);
  const asked = second.waitForResponse(/\/resume-/);
  // Without time the page is not shown before it knows what to continue with.
  await stopClock(second);
  await other.comeBack();
  await asked;
  await expect(other.next()).toBeVisible();
  await expect(welcome(second)).toHaveCount(0);

  await page.close();
  await second.clock.resume();
  await other.comeBack();
  await expect(score(second)).toBeChecked();
});

/** Changes the revision of the run that was left, on a page that has none. */
async function changeRevision(page: Page, pulsen: PulsenServer, by: number) {
  await page.goto(`${pulsen.url}/healthz`);
  await page.evaluate((by) => {
    const runs = JSON.parse(localStorage.getItem("FLOW/runs") ?? "{}");
    for (const run of Object.values<{ revision: number }>(runs)) run.revision += by;
    localStorage.setItem("FLOW/runs", JSON.stringify(runs));
  }, by);
}

test("a run that two tabs offer continues in one of them, and in the other one when that is closed", async ({
  page,
  context,
  flowPage,
  pulsen,
}) => {
  await begin(page, flowPage);
  // As long as the server does not have it, it is offered only.
  await changeRevision(page, pulsen, 1);
  const tabs = [await context.newPage(), await context.newPage()] as const;
  for (const tab of tabs) {
    await new FlowPage(tab, pulsen).comeBack();
    await expect(goOn(tab)).toHaveAttribute("aria-busy", "false");
  }
  await new FlowPage(tabs[0], pulsen).expectAccessible();
  await changeRevision(page, pulsen, -1);

  const [first, second] = tabs;
  await goOn(first).click();
  await expect(welcome(first)).toBeVisible();
  const runs = () => first.evaluate(() => localStorage.getItem("FLOW/runs"));
  const before = await runs();
  await first.getByRole("radio", { name: "7", exact: true }).check();
  await expect.poll(runs).not.toBe(before);
  await goOn(second).click();
  await expect(second.getByRole("status").filter({ hasText: "in another tab" })).toBeVisible();
  await new FlowPage(second, pulsen).expectAccessible();

  await first.close();
  await goOn(second).click();
  await expect(second.getByRole("radio", { name: "7", exact: true })).toBeChecked();
  const visit = new FlowPage(second, pulsen);
  await visit.next().click();
  await visit.send().click();
  await expect(second.getByText(THANKS)).toBeVisible();
  expect(pulsen.feedbacksOf(await visit.deviceId())).toMatchObject([{ status: "complete" }]);
});

test("a run that continues moves nothing", async ({ page, flowPage, pulsen }) => {
  await begin(page, flowPage);
  const later = await page.context().newPage();
  await page.close();
  const shifts = await watchLayoutShifts(later);
  const visit = new FlowPage(later, pulsen);
  // A page that takes too long is shown before.
  await stopClock(later);
  await visit.comeBack();
  await expect(welcome(later)).toBeVisible();
  await expect(score(later)).toBeChecked();
  await later.clock.resume();
  await later.waitForLoadState("networkidle");
  expect(await shifts()).toEqual([]);
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

for (const isGivenUp of [false, true]) {
  const where = isGivenUp ? "was given up" : "continues";
  test(`a page that comes back shows itself again if its run ${where} in another tab`, async ({
    page,
    context,
    flowPage,
    pulsen,
  }) => {
    await begin(page, flowPage);
    const deviceId = await flowPage.deviceId();
    await expect.poll(() => isRunHeld(page)).toBe(true);
    await tell(page, "pagehide");
    await expect.poll(() => isRunHeld(page)).toBe(false);

    const other = await context.newPage();
    const otherFlow = new FlowPage(other, pulsen);
    await otherFlow.comeBack();
    await expect(score(other)).toBeChecked();
    if (isGivenUp) {
      await startOver(other).click();
      await expect(welcome(other)).toBeHidden();
    }
    await expect.poll(() => isRunHeld(other)).toBe(true);

    const reloaded = page.waitForEvent("load");
    await tell(page, "pageshow");
    await reloaded;
    await expect(flowPage.question("q-mood")).toBeVisible();
    await expect(page.getByRole("radio", { name: "Just fine" })).not.toBeChecked();
    await expect(welcome(page)).toHaveCount(0);
    if (isGivenUp) return;
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
    await flowPage.comeBack();
    await flowPage.answerUpToSend();
    const deviceId = await flowPage.deviceId();
    const runId = await waitUntilStored(page);
    const runs = await page.evaluate(() => localStorage.getItem("FLOW/runs") ?? "");
    // The browser writes local storage now and then.
    await expect.poll(() => isInFiles(profile, runId), { timeout: 60_000 }).toBe(true);
    await flowPage.send().click();
    await expect.poll(() => pulsen.feedbacksOf(deviceId).length, { intervals: [10] }).toBe(1);
    await browser.kill();

    browser = await KillableBrowser.start(profile);
    const later = await browser.context.newPage();
    await later.goto(`${pulsen.url}/healthz`);
    // Whether the browser has still written down that the run is gone is a matter of moments.
    await later.evaluate((runs) => localStorage.setItem("FLOW/runs", runs), runs);
    expect(await storedRunIds(later)).toEqual([runId]);
    const visit = new FlowPage(later, pulsen);
    await visit.comeBack();
    await expect.poll(() => storedRunIds(later)).toEqual([]);
    await expect(welcome(later)).toBeHidden();
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
    await flowPage.comeBack();
    await expect(score(page)).toBeChecked();
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

test("a page that waits too long for a run offers it, and new answers are not replaced", async ({ page }) => {
  const pulsen = await PulsenServer.start();
  const flowPage = new FlowPage(page, pulsen);
  try {
    await begin(page, flowPage);
    importRecords(pulsen, {
      flows: [JSON.parse(readFileSync(FLOW, "utf8").replaceAll("Just fine", "Rather fine"))],
    });
    const release = await holdRequests(page, /\/v1\/flows\//);
    await flowPage.comeBack();
    await expect(goOn(page)).toHaveAttribute("aria-busy", "true");
    await flowPage.expectAccessible();
    await page.getByText("Rather fine", { exact: true }).click();
    await expect(goOn(page)).toBeHidden();
    await release();
    await flowPage.next().click();
    await expect(score(page)).not.toBeChecked();
    await flowPage.back().click();
    await expect(page.getByRole("radio", { name: "Rather fine" })).toBeChecked();
  } finally {
    await pulsen.stop();
  }
});
