import { scriptTag } from "./support/hostSite";
import { importNode, importWidget } from "./support/importRecord";
import { callPsn } from "./support/psn";
import { expect, test } from "./support/test";

const GIVEN = "You have already given your feedback. Thank you!";
const ONCE = { prevent_multiple_feedback: true };

for (const rule of ["node", "widget"]) {
  test(`where the ${rule} takes one feedback, no second one is asked for, with storage or without @denied`, async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    const node = importNode(pulsen, { flow_id: "e2e-thanks", ...(rule === "node" && ONCE) });
    const code = importWidget(pulsen, { node_id: node, ...(rule === "widget" && ONCE) });
    const address = host.add({ head: scriptTag(pulsen.url, code) });
    await page.goto(address);
    await widget.open();
    await widget.submitFeedback();
    await expect(widget.text("Thank you, we read everything")).toBeVisible();
    const stored = () =>
      page.evaluate((id) => JSON.parse(localStorage.getItem("FLOW/widget") ?? "{}")[id], node);
    await expect.poll(stored).toMatchObject({ deviceId: expect.any(String) });

    await test.step("the host's record keeps the launcher away and the flow from asking", async () => {
      await page.goto(address);
      await page.waitForFunction(() => "PSN" in window);
      expect(await callPsn(page, "openOnce")).toEqual({ value: false });
      await expect(widget.launcher).toBeHidden();
      await callPsn(page, "open");
      await expect(widget.text(GIVEN)).toBeVisible();
    });

    await test.step("where nothing but the device is known, the server decides", async () => {
      await (await widget.frame()).evaluate(() => {
        try {
          localStorage.clear();
        } catch {
          // Denied.
        }
      });
      await page.evaluate((id) => {
        const { deviceId } = JSON.parse(localStorage.getItem("FLOW/widget") ?? "{}")[id];
        localStorage.setItem("FLOW/widget", JSON.stringify({ [id]: { deviceId } }));
      }, node);
      await page.goto(address);
      await widget.open();
      await expect(widget.text(GIVEN)).toBeVisible();
      await expect.poll(stored).toMatchObject({ lastFeedbackDate: expect.any(Number) });
    });
  });
}
