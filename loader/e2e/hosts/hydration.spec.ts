import { holdRequests } from "../support/holdRequests";
import { LAUNCHER_FRAME } from "../support/hostedWidget";
import type { HostSite } from "../support/hostSite";
import { createReactDocument, type ReactVersion } from "../support/reactDocuments";
import { expect, test } from "../support/test";

const CODE = "PSN-E2EHOME";

/** Adds the document to a site, and returns its address and that of the script which hydrates it. */
async function addDocument(host: HostSite, version: ReactVersion, scripts: string[]) {
  const bundle = host.addFile("", { "Content-Type": "text/javascript" });
  const { html, script } = await createReactDocument(version, [...scripts, bundle]);
  host.replaceFile(bundle, script);
  return { address: host.addFile(html), bundle };
}

for (const version of [18, 19] as const) {
  test(`React ${version} hydrates its whole document before the widget is drawn`, async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    const loader = `${pulsen.url}/loader/${CODE}.js`;
    const { address, bundle } = await addDocument(host, version, [loader]);
    const release = await holdRequests(page, bundle);
    const loaded = page.waitForResponse(loader);
    // The page's own script is late, and its `load` waits for that.
    await page.goto(address, { waitUntil: "commit" });
    await (await loaded).finished();
    await expect.poll(() => page.evaluate(() => "PSN" in window), "the loader runs").toBe(true);
    const heading = await page.locator("h1").elementHandle();
    await expect(page.locator("pulsen-widget")).toHaveCount(0);

    await release();
    await expect(page.locator("#visits")).toHaveText("Visits: 1");
    await expect(page.locator(LAUNCHER_FRAME)).toBeVisible();
    expect(await page.evaluate("recovered")).toEqual([]);
    expect(await heading?.evaluate(({ isConnected }) => isConnected), "the server's elements").toBe(true);
    await widget.open();
    await widget.submitFeedback();
    await expect(widget.text("Thank you, we read everything")).toBeVisible();
  });
}

test("React 18 does throw a document away in which it finds a foreign element", async ({ page, host }) => {
  const { address, bundle } = await addDocument(host, 18, []);
  const release = await holdRequests(page, bundle);
  await page.goto(address, { waitUntil: "commit" });
  const heading = await page.locator("h1").elementHandle();
  await page.evaluate(() => document.documentElement.append(document.createElement("foreign-element")));
  await release();
  await expect(page.locator("#visits")).toHaveText("Visits: 1");
  expect(JSON.stringify(await page.evaluate("recovered"))).toMatch(/#418|#423/);
  expect(await heading?.evaluate(({ isConnected }) => isConnected)).toBe(false);
});

test("a widget that is asked for while React 18 hydrates comes back if React has thrown it away", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const { address, bundle } = await addDocument(host, 18, [`${pulsen.url}/loader/${CODE}.js`]);
  const release = await holdRequests(page, bundle);
  await page.goto(address, { waitUntil: "commit" });
  await expect.poll(() => page.evaluate(() => "PSN" in window)).toBe(true);
  await page.evaluate(() => (window as unknown as { PSN: { open(): void } }).PSN.open());
  await expect(widget.question("q-mood")).toBeVisible();
  await release();
  await expect(page.locator("#visits")).toHaveText("Visits: 1");
  await expect(widget.question("q-mood")).toBeVisible();
  await expect(page.locator("pulsen-widget")).toHaveCount(1);
});
