import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { PulsenServer } from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
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
  await expect(page.getByText(BEGUN)).toBeHidden();
});

test("whoever starts over, or just answers, is not asked again", async ({ page, flowPage }) => {
  await begin(page, flowPage);
  await flowPage.open();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByText(BEGUN)).toBeHidden();
  await page.getByText("Just fine", { exact: true }).click();
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
  await other.open();
  await asked;
  await expect(second.getByText(BEGUN)).toBeHidden();

  await page.close();
  await other.open();
  await goOn(second);
  await expect(score(second)).toBeChecked();
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
