import type { Page } from "@playwright/test";
import { countedSteps } from "./support/countedSteps";
import { HOST_POLICIES } from "./support/hostPolicies";
import { type HostSite, scriptTag } from "./support/hostSite";
import { importNode, importWidget } from "./support/importRecord";
import { callPsn, STUB } from "./support/psn";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, test } from "./support/test";

const FLOW = "e2e-flow";

/** Opens a host page with a widget of a node of its own. Returns how often its steps are counted, and what it asks the server for. */
async function openHost(page: Page, host: HostSite, pulsen: PulsenServer, settings = {}, body = "") {
  const nodeId = importNode(pulsen, {});
  const code = importWidget(pulsen, { node_id: nodeId, ...settings });
  const paths: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === pulsen.url) paths.push(pathname);
  });
  await page.goto(host.add({ head: STUB + scriptTag(pulsen.url, code), body }));
  return { code, paths, counted: () => countedSteps(pulsen, FLOW, nodeId) };
}

const steps = (shown: number, opened: number, started: number) => ({ shown, opened, started });

test("a widget is counted when it is shown, opened and answered, each once on a page", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const { counted, paths, code } = await openHost(page, host, pulsen);
  await expect(widget.launcher).toBeVisible();
  await expect.poll(counted).toEqual(steps(1, 0, 0));
  // Loaded ahead, it is not open.
  await widget.launcher.hover();
  await (await widget.frame()).waitForSelector("[data-question]", { state: "attached" });
  await widget.open();
  await expect.poll(counted).toEqual(steps(1, 1, 0));
  await widget.close();
  await widget.open();
  await widget.choose("Not so good");
  await expect.poll(counted).toEqual(steps(1, 1, 1));
  await widget.choose("Lovely");
  await widget.runIsStored();
  await page.reload();
  await expect(widget.launcher).toBeVisible();
  // The run goes on where it was left: only the launcher is new.
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
  await expect.poll(counted).toEqual(steps(2, 1, 1));
  expect(paths.filter((path) => path === `/loader/shown-${code}.js`)).toHaveLength(2);
  expect(await page.context().cookies()).toEqual([]);
});

test("without consent nothing is counted nor requested; with it, from then on", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const { counted, paths, code } = await openHost(page, host, pulsen, { consent: "required" });
  await page.waitForFunction(() => !!document.querySelector("pulsen-widget"));
  expect(await callPsn(page, "open")).toEqual({ code: "consent_required" });
  expect(paths.filter((path) => path.includes("shown") || path.includes("counters"))).toEqual([]);
  expect(await counted()).toEqual(steps(0, 0, 0));
  await callPsn(page, "consent", true);
  await expect(widget.launcher).toBeVisible();
  await expect.poll(counted).toEqual(steps(1, 0, 0));
  expect(paths).toContain(`/loader/shown-${code}.js`);
});

test("a widget without a launcher is shown when it opens", async ({ page, widget, pulsen, host }) => {
  const { counted } = await openHost(page, host, pulsen, { is_visible: false });
  await page.waitForFunction(() => !!document.querySelector("pulsen-widget"));
  expect(await counted()).toEqual(steps(0, 0, 0));
  await callPsn(page, "open");
  await expect(widget.question("q-mood")).toBeVisible();
  await expect.poll(counted).toEqual(steps(1, 1, 0));
});

for (const { name, headers, attributes = "" } of HOST_POLICIES) {
  test(`a widget is counted on a page with ${name}`, async ({ page, widget, pulsen, host }) => {
    const nodeId = importNode(pulsen, {});
    const code = importWidget(pulsen, { node_id: nodeId });
    const head = scriptTag(pulsen.url, code, attributes);
    await page.goto(host.add({ head, headers: headers(pulsen.url) }));
    await expect(widget.launcher).toBeVisible();
    await expect.poll(() => countedSteps(pulsen, FLOW, nodeId)).toMatchObject({ shown: 1 });
  });
}

test("a visitor who objects is not counted", async ({ browser, pulsen, host }) => {
  const context = await browser.newContext({ extraHTTPHeaders: { "Sec-GPC": "1" } });
  const page = await context.newPage();
  const answered = page.waitForResponse("**/loader/shown-*.js");
  const { counted } = await openHost(page, host, pulsen);
  expect((await answered).status()).toBe(200);
  expect(await counted()).toEqual(steps(0, 0, 0));
  await context.close();
});
