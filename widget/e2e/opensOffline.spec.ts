import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expectAccessible, PulsenServer } from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { keptPaths, waitUntilKept, workerStates } from "./support/keptPages";
import { test as base, expect, FlowPage, type Page } from "./support/test";

/** Each test has a server that it can take away. */
const test = base.extend<{ server: PulsenServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  server: async ({}, use) => {
    const server = await PulsenServer.start();
    await use(server);
    await server.stop();
  },
});
test.use({ serviceWorkers: "allow" });

const THANKS = "Your answers are with the people who make your coffee.";

/** Opens a page once, so that it opens without the server from then on. */
async function openOnce(page: Page, server: PulsenServer, path?: string): Promise<FlowPage> {
  const flowPage = new FlowPage(page, server);
  await flowPage.open(path);
  await waitUntilKept(page);
  return flowPage;
}

test("the second visit opens without the server, is answered to the end and sent later @mobile", async ({
  page,
  context,
  server,
}) => {
  const flowPage = await openOnce(page, server);
  await server.kill();
  await page.reload();
  await flowPage.answerUpToSend();
  // The browser knows that there is no connection only if the network is unavailable as well.
  await context.setOffline(true);
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  const deviceId = await flowPage.deviceId();

  await server.restart();
  await context.setOffline(false);
  await expect.poll(() => server.feedbacksOf(deviceId)).toMatchObject([{ status: "complete" }]);
});

test("a flow that has changed meanwhile is answered as it was opened", async ({ page, context, server }) => {
  const flowPage = await openOnce(page, server);
  await server.kill();
  changeFlow(server);
  await page.reload();
  await flowPage.answerUpToSend();
  await context.setOffline(true);
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  const deviceId = await flowPage.deviceId();

  await server.restart();
  await context.setOffline(false);
  await expect
    .poll(() => server.feedbacksOf(deviceId))
    .toMatchObject([{ status: "complete", created_offline: 1, flow_revision: 1 }]);
  await page.reload();
  await expect(page.getByText("How was your coffee today?")).toBeVisible();
});

test("a dark page stays dark without the server", async ({ page, server }) => {
  const node = { id: "dark-node", name: "Fener Coffee", flow_id: "demo-flow", theme: "dark" };
  importRecords(server, { nodes: [node] });
  await openOnce(page, server, "/feedback?node_id=dark-node");
  await server.kill();
  await page.reload();
  await page.locator("[data-question]").first().waitFor();
  await expect(page.locator(".card")).toHaveCSS("background-color", "rgb(29, 31, 36)");
});

test.describe("of a visitor who speaks Arabic", () => {
  test.use({ locale: "ar" });

  test("a page that was never opened says so in the visitor's language @mobile", async ({ page, server }) => {
    await openOnce(page, server);
    await server.kill();
    await page.goto(`${server.url}/feedback?node_id=demo-widget`);
    await expect(page.getByRole("heading", { name: "أنت غير متصل بالإنترنت" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expectAccessible(page);
    await server.restart();
    await page.getByRole("link", { name: "إعادة المحاولة" }).click();
    await expect(page.locator("[data-question]").first()).toBeVisible();
  });
});

test("a worker that the visitor removes is missed by nobody, and comes back", async ({ page, server }) => {
  const flowPage = await openOnce(page, server);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await (await navigator.serviceWorker.getRegistration())?.unregister();
  });
  await flowPage.answerUpToSend();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await openOnce(page, server);
  await server.kill();
  await page.reload();
  await flowPage.question("q-mood").waitFor();
});

test("a server without a worker ends those of browsers", async ({ page, server }) => {
  const flowPage = await openOnce(page, server);
  await server.kill();
  await server.restart("--no-service-worker");
  await flowPage.open();
  await expect.poll(() => workerStates(page)).toEqual({ active: false, waiting: false });
  await expect.poll(() => keptPaths(page)).toEqual([]);
  await flowPage.open();
  await flowPage.answerUpToSend();
});

test("what is kept has no answers, no secrets and nothing of chats", async ({ page, server }) => {
  const secrets = "&q-mood=fine&signature=SECRET&creator_id=SECRET&utm_source=mail";
  await openOnce(page, server, `/feedback?node_id=demo-node&lang=en${secrets}`);
  await page.goto(`${server.url}/chat?feedback_id=1#token=SECRET`);
  await page.goto(`${server.url}/web_flow_preview?flow_id=demo-flow`);
  await page.goto(`${server.url}/feedback?node_id=demo-node&lang=en`);
  const others = async () => {
    const paths = (await keptPaths(page)).filter((path) => !path.startsWith("/assets/"));
    return paths.map((path) => path.replace(/[0-9a-f]{64}$/, "HASH")).sort();
  };
  // The worker keeps a page when the browser has it already.
  await expect
    .poll(others)
    .toEqual([
      "/feedback?node_id=demo-node&lang=en",
      "/feedback?node_id=demo-node&lang=en&signed=HASH",
      "/offline",
      "/offline?lang=en",
    ]);
});

/** Imports the demo's flow with another first question. */
function changeFlow(server: PulsenServer) {
  const file = join(import.meta.dirname, "../../examples/flows/demo-flow.json");
  const flow = readFileSync(file, "utf8").replace("How was your visit today?", "How was your coffee today?");
  importRecords(server, { flows: [JSON.parse(flow)] });
}
