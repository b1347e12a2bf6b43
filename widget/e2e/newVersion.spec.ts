import { join } from "node:path";
import { FailingProxy } from "pulsen-loader/e2e";
import { keptPaths, waitUntilKept, workerStates } from "./support/keptPages";
import { test as base, expect, type Page } from "./support/test";

/** Each test has a proxy of its own, which can bring another version of the application, or fail. */
const test = base.extend<{ gate: FailingProxy; address: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  gate: async ({}, use) => {
    const gate = await FailingProxy.start(join(import.meta.dirname, "records"));
    await use(gate);
    await gate.stop();
  },
  // Its page names the style sheet instead of holding it.
  address: ({ gate }, use) => use(`${gate.url}/feedback?node_id=linked-styles`),
});
test.use({ serviceWorkers: "allow" });

const OLD_SHEET = /assets\/index-[\w-]+\.css/;
const NEW_SHEET = "assets/index-NEW.css";

/** Brings another version: its style sheet has another name, and the old one is gone. */
async function bringNewVersion(gate: FailingProxy, address: string) {
  const read = async (path: string) => (await fetch(new URL(path, gate.url))).text();
  const page = await fetch(address);
  const html = await page.text();
  const sheet = OLD_SHEET.exec(html)?.[0] ?? "";
  const [worker, css] = await Promise.all([read("/sw.js"), read(`/${sheet}`)]);
  const policy = page.headers.get("content-security-policy") ?? "";
  const serve = (path: string, type: string, text: string) =>
    gate.failures.set(path, (response) =>
      response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(text),
    );
  serve("/feedback", "text/html; charset=utf-8", html.replaceAll(sheet, NEW_SHEET));
  // The name of the version is a hash of its files.
  const newWorker = worker.replaceAll(sheet, NEW_SHEET).replace(/[0-9a-f]{16}(?=[`"'])/, "f".repeat(16));
  serve("/sw.js", "text/javascript", newWorker);
  serve(`/${NEW_SHEET}`, "text/css", css);
  gate.failures.set(`/${sheet}`, (response) => response.writeHead(404).end());
}

/**
 * Returns the states of the workers once those that are idle have ended. The browser ends them by itself, but not those that
 * a debugger is attached to, as it is in a test; and an older version takes its time to leave while it runs.
 */
async function statesOfEnded(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("ServiceWorker.enable");
  await browser.send("ServiceWorker.stopAllWorkers");
  await browser.detach();
  return workerStates(page);
}

async function open(page: Page, address: string) {
  await page.goto(address);
  await page.locator('[data-question="q-mood"]').waitFor();
}

test("a new version waits until the run is over, and then opens without the server", async ({
  page,
  gate,
  address,
  flowPage,
}) => {
  await open(page, address);
  await waitUntilKept(page);
  await page.getByText("Just fine", { exact: true }).click();

  await bringNewVersion(gate, address);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(() => workerStates(page)).toEqual({ active: true, waiting: true });
  const controller = () => page.evaluate(() => navigator.serviceWorker.controller?.state);
  await flowPage.next().click();
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await flowPage.next().click();
  // The version that the run was started with still has its files, which the server has no more.
  expect(await workerStates(page)).toEqual({ active: true, waiting: true });
  expect(await page.evaluate(() => [...document.styleSheets].map(({ href }) => href))).toContainEqual(
    expect.stringMatching(OLD_SHEET),
  );
  expect(await keptPaths(page)).toContainEqual(expect.stringMatching(/index-(?!NEW)[\w-]+\.css/));
  await flowPage.send().click();
  await expect(page.getByText("Your answers are with the people")).toBeVisible();
  expect(await controller()).toBe("activated");

  await open(page, address);
  await expect.poll(() => statesOfEnded(page)).toEqual({ active: true, waiting: false });
  await expect
    .poll(async () => (await keptPaths(page)).filter((path) => /\/index-.*\.css$/.test(path)))
    .toEqual([`/${NEW_SHEET}`]);
  await gate.upstream?.kill();
  for (const path of ["/feedback", `/${NEW_SHEET}`, "/sw.js"])
    gate.failures.set(path, (response) => response.destroy());
  await open(page, address);
  await expect(page.locator("body")).toHaveCSS("margin", "0px");
});

test("a new version waits while another page is open", async ({ page, context, gate, address }) => {
  await open(page, address);
  await waitUntilKept(page);
  await bringNewVersion(gate, address);
  const other = await context.newPage();
  await open(other, address);
  await expect.poll(() => workerStates(other)).toEqual({ active: true, waiting: true });
  await page.close();
  await open(other, address);
  await expect.poll(() => statesOfEnded(other)).toEqual({ active: true, waiting: false });
});

test("a page whose server fails or does not answer is the one that was kept", async ({
  page,
  gate,
  address,
}) => {
  await open(page, address);
  await waitUntilKept(page);
  gate.failures.set("/feedback", (response) => response.writeHead(503).end("down"));
  await open(page, address);
  const held: { destroy(): void }[] = [];
  gate.failures.set("/feedback", (response) => held.push(response));
  await open(page, address);
  // The browser would let the next request for the same page wait for this one.
  for (const response of held) response.destroy();
  // The server decides again as soon as it answers, and what it refuses is not kept.
  const refuse = (status: number) =>
    gate.failures.set("/feedback", (response) =>
      response.writeHead(status, { "content-type": "text/html" }).end(`<h1>Status ${status}</h1>`),
    );
  refuse(403);
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Status 403" })).toBeVisible();
  refuse(404);
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Status 404" })).toBeVisible();
  gate.failures.set("/feedback", (response) => response.destroy());
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
});
