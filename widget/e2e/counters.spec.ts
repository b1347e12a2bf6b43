import { countedSteps, PulsenServer } from "pulsen-loader/e2e";
import { waitForBackgroundScripts } from "./support/backgroundScripts";
import { importRecords } from "./support/importRecords";
import { waitUntilStored } from "./support/storedRuns";
import { expect, FlowPage, test } from "./support/test";

const FLOW = "demo-flow";

const steps = (opened: number, started: number) => ({ shown: opened, opened, started });

test("a link page is counted when it is seen, and with the first answer", async ({
  page,
  context,
  flowPage,
  pulsen,
}) => {
  importRecords(pulsen, { nodes: [{ id: "counted", flow_id: FLOW }] });
  const counted = () => countedSteps(pulsen, FLOW, "counted");
  const beacon = page.waitForRequest("**/v1/counters?**");
  await flowPage.open("/feedback?node_id=counted");
  expect(new URL((await beacon).url()).search).toBe("?step=opened&node_id=counted&flow_id=demo-flow");
  await expect.poll(counted).toEqual(steps(1, 0));
  await page.getByText("Just fine", { exact: true }).click();
  await expect.poll(counted).toEqual(steps(1, 1));
  await flowPage.next().click();
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await waitUntilStored(page);
  expect(await context.cookies()).toEqual([]);

  // The run that is continued was counted, and what is answered without a network is not.
  await flowPage.comeBack("/feedback?node_id=counted");
  await expect(page.getByRole("radio", { name: "9", exact: true })).toBeChecked();
  await page.getByRole("radio", { name: "8", exact: true }).check();
  const other = await context.browser()?.newContext();
  const offline = new FlowPage((await other?.newPage()) ?? page, pulsen);
  await offline.open("/feedback?node_id=counted");
  await expect.poll(counted).toEqual(steps(2, 1));
  // An answer counts when the engine gets it.
  await waitForBackgroundScripts(offline.page);
  await other?.setOffline(true);
  await offline.page.getByText("Just fine", { exact: true }).click();
  await expect(offline.page.getByRole("radio", { name: "Just fine" })).toBeChecked();
  await other?.setOffline(false);
  await offline.next().click();
  await expect(offline.page.getByRole("radio", { name: "9", exact: true })).toBeVisible();
  expect(await counted()).toEqual(steps(2, 1));
  await other?.close();
});

test("neither previews nor a server that does not count send anything", async ({ page }) => {
  const server = await PulsenServer.start();
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  const answer = async (path: string) => {
    const flowPage = new FlowPage(page, server);
    await flowPage.open(path);
    await page.getByText("Just fine", { exact: true }).click();
    await flowPage.next().click();
    await expect(page.getByRole("radio", { name: "9", exact: true })).toBeVisible();
  };
  await answer("/feedback?node_id=demo-node&isPreview=true");
  await server.kill();
  await server.restart("--no-counters");
  await answer("/feedback?node_id=demo-node");
  expect(paths.filter((path) => path.includes("counters"))).toEqual([]);
  expect(await countedSteps(server, FLOW, "demo-node")).toBeNull();
  await server.stop();
});
