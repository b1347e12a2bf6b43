import { importRecords } from "./support/importRecords";
import { expect, type Page, test } from "./support/test";

const NODE = { id: "analytics", flow_id: "demo-flow", analytics_enabled: true };

const records = (page: Page) =>
  page.evaluate(() => (window as unknown as { dataLayer?: Record<string, unknown>[] }).dataLayer);

const names = async (page: Page) =>
  (await records(page))?.map((record) => [record.event, record.pulsen_question_id].filter(Boolean).join(" "));

test("a link page pushes to its own data layer, as an application that shows it can read", async ({
  page,
  flowPage,
  pulsen,
}) => {
  importRecords(pulsen, { nodes: [NODE] });
  await flowPage.open("/feedback?node_id=analytics");
  await flowPage.answerUpToSend();
  await page.getByRole("textbox").fill("ada@example.com");
  await flowPage.send().click();
  await expect.poll(() => names(page)).toContain("pulsen_submitted");
  expect(await names(page)).toEqual([
    "pulsen_displayed",
    "pulsen_question_shown q-mood",
    "pulsen_question_answered q-mood",
    "pulsen_question_shown q-recommend",
    "pulsen_question_answered q-recommend",
    "pulsen_question_shown q-email",
    "pulsen_question_answered q-email",
    "pulsen_submitted",
  ]);
  const pushed = JSON.stringify(await records(page));
  expect(pushed).toContain('"pulsen_node_id":"analytics"');
  for (const secret of ["ada@example.com", await flowPage.deviceId(), "Just fine"])
    expect(pushed).not.toContain(secret);
});

test("what the address fills in is shown, but not answered by the visitor", async ({
  page,
  flowPage,
  pulsen,
}) => {
  importRecords(pulsen, { nodes: [NODE] });
  const responses = encodeURIComponent(JSON.stringify({ mood: "bad", why: "Cold coffee" }));
  await flowPage.open(`/feedback?node_id=analytics&responses=${responses}`);
  await expect(flowPage.question("q-why")).toBeVisible();
  await expect
    .poll(() => names(page))
    .toEqual(["pulsen_displayed", "pulsen_question_shown q-mood", "pulsen_question_shown q-why"]);
});

test("a preview pushes nothing, nor does a node without analytics", async ({ page, flowPage, pulsen }) => {
  importRecords(pulsen, { nodes: [NODE] });
  for (const path of ["/feedback?node_id=analytics&isPreview=true", "/feedback?node_id=demo-node"]) {
    await flowPage.open(path);
    await page.getByText("Just fine", { exact: true }).click();
    await expect(page.getByRole("radio", { name: "Just fine" })).toBeChecked();
    expect(await records(page)).toBeUndefined();
  }
});
