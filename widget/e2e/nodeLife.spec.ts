import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectAccessible, type PulsenServer } from "pulsen-loader/e2e";
import { expect, FlowPage, test } from "./support/test";

/** Changes a node while the server runs. */
function importNode(pulsen: PulsenServer, node: object) {
  const folder = mkdtempSync(join(tmpdir(), "pulsen-records-"));
  mkdirSync(join(folder, "nodes"));
  writeFileSync(join(folder, "nodes/node.json"), JSON.stringify(node));
  pulsen.import(folder);
  rmSync(folder, { recursive: true });
}

test.beforeAll(({ pulsen }) => pulsen.import(join(import.meta.dirname, "records")));

for (const [node, english, turkish] of [
  [
    "past",
    "Our survey of 2020 is over. See you in the next one!",
    "2020 anketimiz sona erdi. Bir sonrakinde görüşmek üzere!",
  ],
  ["future", "This form is not open yet.", "Bu form henüz açılmadı."],
  ["inactive", "This form is not accepting feedback right now.", "Bu form şu anda geri bildirim almıyor."],
] as const) {
  test(`the page of the node "${node}" says so in the visitor's language @mobile`, async ({
    page,
    pulsen,
  }) => {
    await page.goto(`${pulsen.url}/feedback?node_id=${node}`);
    await expect(page.getByRole("heading", { name: english })).toBeVisible();
    await expect(page).toHaveTitle(english);
    await expectAccessible(page);
    if (process.env.PULSEN_SHOTS) {
      await page.screenshot({
        path: `${process.env.PULSEN_SHOTS}/${node}-${page.viewportSize()?.width}.png`,
      });
    }
    await page.goto(`${pulsen.url}/feedback?node_id=${node}&lang=tr`);
    await expect(page.getByRole("heading", { name: turkish })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "tr");
    await expect(page.locator("[data-question]")).toHaveCount(0);
  });
}

test("the page of a node that is not open yet says when it opens", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=future`);
  await expect(page.getByText(/It opens on January 1, 2999/)).toBeVisible();
});

test("a visitor who began before the node was closed reads why nothing is sent", async ({
  page,
  flowPage,
  pulsen,
}) => {
  const node = { id: "closing", name: "Fener Coffee", flow_id: "demo-flow" };
  importNode(pulsen, node);
  await flowPage.open("/feedback?node_id=closing");
  await flowPage.answerUpToSend();
  importNode(pulsen, { ...node, status: "inactive" });
  await flowPage.send().click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "This form is not accepting feedback right now.",
  );
});

test("outside operating hours the other flow is shown; a number gets the node's country", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await page.goto(`${pulsen.url}/feedback?node_id=night`);
  const number = page.getByRole("textbox", { name: "We are closed. May we call you back?" });
  await expect(page.getByRole("button", { name: "Country: Türkiye +90" })).toBeVisible();
  await number.fill("0532 123 45 67");
  await flowPage.send().click();
  await expect(page.getByText("Thank You")).toBeVisible();
  const [row] = pulsen.feedbacksOf(await flowPage.deviceId());
  expect(row?.flow_id).toBe("call-back");
  expect(row?.responses).toEqual([{ question_id: "q-phone", body: "+905321234567" }]);
});

test("a host page shows no launcher while the node is closed", async ({ page, pulsen }) => {
  const script = page.waitForResponse((response) => response.url().endsWith("/loader/PSN-E2ECLOS.js"));
  await page.goto(`${pulsen.url}/widget?code=PSN-E2ECLOS`);
  await script;
  await page.waitForFunction(() => document.readyState === "complete");
  await expect(page.frameLocator("#psn-widget-button-frame").getByRole("button")).toBeHidden();
  const refusal = await page.evaluate(() =>
    (window as unknown as { PSN: CallableFunction })
      .PSN("open")
      .catch((error: { code: string }) => error.code),
  );
  expect(refusal).toBe("node_unavailable");
  await expect(page.locator("#psn-widget-content-frame")).toHaveCount(0);
});

test("two visitors answer, and the quota allows one", async ({ page, flowPage, pulsen, browser }) => {
  const id = `few-${randomUUID()}`;
  const quota = { active: true, action_kind: "submit", limit: 1 };
  importNode(pulsen, { id, name: "Fener Coffee", flow_id: "demo-flow", channel_quota: quota });
  await flowPage.open(`/feedback?node_id=${id}`);
  await flowPage.answerUpToSend();

  const other = await browser.newPage();
  const otherFlow = new FlowPage(other, pulsen);
  await otherFlow.open(`/feedback?node_id=${id}`);
  await otherFlow.answerUpToSend();
  await otherFlow.send().click();
  await expect(other.getByText("Your answers are with the people who make your coffee.")).toBeVisible();

  await flowPage.send().click();
  const usedUp = "We have received all the responses we need. Thank you!";
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(usedUp);
  await page.reload();
  await expect(page.getByRole("heading", { name: usedUp })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${pulsen.url}/feedback?node_id=${id}&lang=tr`);
  await expect(page.getByRole("heading", { name: "Bu form gereken tüm yanıtları aldı." })).toBeVisible();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toEqual([]);
  await other.close();
});
