import { test as base, expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { collectConsoleErrors, isPolicyViolation } from "./support/consoleErrors";
import { DevServer } from "./support/devServer";
import { HostedWidget } from "./support/hostedWidget";
import { HostSite } from "./support/hostSite";

const test = base.extend<{ dev: DevServer; host: HostSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  dev: async ({}, use) => {
    const dev = await DevServer.start("csat");
    await use(dev);
    await dev.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  host: async ({}, use) => {
    const host = await HostSite.start("127.0.0.2");
    await use(host);
    await host.stop();
  },
});

const QUESTION = "How satisfied are you with your purchase?";

/** Waits until the page asks for what comes next, so that it has read all that has happened. */
function asksForNews(page: Page) {
  return page.waitForRequest((request) => request.url().includes("/_dev/state?after="));
}

test("an open link page follows what is saved", async ({ page, dev }) => {
  const violations = await collectConsoleErrors(page, isPolicyViolation);
  const asked = asksForNews(page);
  await page.goto(dev.linkPage);
  await expect(page.getByText(QUESTION)).toBeVisible();
  await asked;
  dev.replaceInFlow(QUESTION, "Are you happy with it?");
  await expect(page.getByText("Are you happy with it?")).toBeVisible();
  await expect(page.getByText(QUESTION)).toHaveCount(0);
  expect(violations).toEqual([]);
});

test("what is wrong with a file is over the page until it is corrected", async ({ page, dev }) => {
  const asked = asksForNews(page);
  await page.goto(dev.linkPage);
  await asked;
  dev.replaceInFlow('"isRequired"', '"required"');
  const alert = page.getByRole("alert").filter({ hasText: "Not imported yet" });
  await expect(alert).toContainText(/flows\/csat-\w+\.json:\d+:\d+: .*did you mean `isRequired`\?/);
  await expect(page.getByText(QUESTION)).toBeVisible();
  await expectAccessible(page);
  await alert.getByRole("button", { name: "Close" }).click();
  await expect(alert).toHaveCount(0);
  dev.replaceInFlow('"required"', '"requiredd"');
  await expect(alert).toBeVisible();
  dev.replaceInFlow('"requiredd"', '"isRequired"');
  await expect(alert).toHaveCount(0);
  await expect(page.getByText(QUESTION)).toBeVisible();
});

test("the page of a host follows, too", async ({ page, dev, host }) => {
  const address = host.add({ body: `<main>My shop</main>${dev.tag}` });
  const asked = asksForNews(page);
  await page.goto(address);
  const { launcher } = new HostedWidget(page);
  await expect(launcher).toBeVisible();
  await asked;
  const reloaded = page.waitForEvent("load");
  const follows = asksForNews(page);
  dev.replaceInFlow(QUESTION, "Are you happy with it?");
  await reloaded;
  // It does so once it has the newest version: a page that got an older one would reload instead.
  await follows;
  await expect(launcher).toBeVisible();
});

test("the home page lists the link pages and has the widget", async ({ page, dev }) => {
  const violations = await collectConsoleErrors(page, isPolicyViolation);
  await page.goto(`${dev.url}/`);
  await expect(page.getByRole("link", { name: "Your company" })).toHaveAttribute(
    "href",
    new URL(dev.linkPage).pathname + new URL(dev.linkPage).search,
  );
  await expect(new HostedWidget(page).launcher).toBeVisible();
  await expectAccessible(page);
  expect(violations).toEqual([]);
});
