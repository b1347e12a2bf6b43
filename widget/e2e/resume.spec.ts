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
const BEGUN = "You have begun to answer here.";
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
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText(BEGUN)).toBeHidden();
}

test("a run that was left goes on after a reload, with its answers and its page", async ({
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

test("whoever starts over, or just answers, is not asked again", async ({ page, flowPage }) => {
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

test("a run that goes on in one tab is offered in another one only when that is closed", async ({
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

test("a run that two tabs offer goes on in one of them, and in the other one when that is closed", async ({
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
  await second.getByRole("button", { name: "Go on" }).click();
  await expect(second.getByRole("status").filter({ hasText: "in another tab" })).toBeVisible();
  await new FlowPage(second, pulsen).expectAccessible();

  await first.close();
  await second.getByRole("button", { name: "Go on" }).click();
  await expect(second.getByRole("radio", { name: "7", exact: true })).toBeChecked();
  const visit = new FlowPage(second, pulsen);
  await visit.next().click();
  await visit.send().click();
  await expect(second.getByText(THANKS)).toBeVisible();
  expect(pulsen.feedbacksOf(await visit.deviceId())).toMatchObject([{ status: "complete" }]);
});

test("the offer to go on moves nothing", async ({ page, flowPage, pulsen }) => {
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

/** Other tests run in a browser that keeps no pages for "back". */
const testOfBack = test.extend<{ browserThatKeeps: KillableBrowser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  browserThatKeeps: async ({}, use) => {
    const profile = mkdtempSync(join(tmpdir(), "pulsen-profile-"));
    const browser = await KillableBrowser.start(profile);
    await use(browser);
    await browser.kill();
    rmSync(profile, { recursive: true, force: true });
  },
});

/** Leaves the page, and notes on it whether it comes back as it was left. */
async function leave(page: Page) {
  await page.evaluate(() => {
    window.addEventListener("pageshow", ({ persisted }) => {
      document.documentElement.dataset.persisted = String(persisted);
      sessionStorage.setItem("persisted", String(persisted));
    });
  });
  await page.goto("about:blank");
}

const isRunHeld = (page: Page) =>
  page.evaluate(async () =>
    (await navigator.locks.query()).held?.some(({ name }) => name?.startsWith("pulsen-run-")),
  );

testOfBack(
  "a page comes back as it was left, where the browser keeps it for that",
  async ({ browserThatKeeps, pulsen }) => {
    const page = await browserThatKeeps.context.newPage();
    await begin(page, new FlowPage(page, pulsen));
    await leave(page);
    await page.goBack({ waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-persisted", "true");
    await expect(score(page)).toBeChecked();
    // It goes on here again.
    await expect.poll(() => isRunHeld(page)).toBe(true);
  },
);

for (const [act, where] of [
  ["Go on", "goes on in another tab"],
  ["Start over", "was given up in another tab"],
] as const) {
  testOfBack(
    `a page that comes back shows itself anew if its run ${where}`,
    async ({ browserThatKeeps, pulsen }) => {
      const page = await browserThatKeeps.context.newPage();
      const flowPage = new FlowPage(page, pulsen);
      await begin(page, flowPage);
      const deviceId = await flowPage.deviceId();
      await leave(page);

      const other = await browserThatKeeps.context.newPage();
      const otherFlow = new FlowPage(other, pulsen);
      await otherFlow.open();
      await other.getByRole("button", { name: act }).click();
      await expect(other.getByText(BEGUN)).toBeHidden();
      await expect.poll(() => isRunHeld(other)).toBe(true);

      await page.goBack({ waitUntil: "commit" });
      await expect(flowPage.question("q-mood")).toBeVisible();
      await expect(page.getByRole("radio", { name: "Just fine" })).not.toBeChecked();
      expect(await page.evaluate(() => sessionStorage.getItem("persisted"))).toBe("true");
      await expect(page.getByText(BEGUN)).toHaveCount(0);
      if (act === "Start over") return;
      await otherFlow.next().click();
      await otherFlow.send().click();
      await expect(other.getByText(THANKS)).toBeVisible();
      expect(pulsen.feedbacksOf(deviceId)).toMatchObject([{ status: "complete" }]);
    },
  );
}

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

test("a run goes on with the revision of the flow that it was begun with", async ({ page }) => {
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
