import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scriptTag } from "./support/hostSite";
import { importFlow, importNode, importWidget } from "./support/importRecord";
import { callPsn } from "./support/psn";
import { expect, RECORDS, test } from "./support/test";

test("what the node lists of a host page's address is kept, and hidden fields read it, after consent", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const flow = JSON.parse(readFileSync(join(RECORDS, "flows/e2e-thanks.json"), "utf8"));
  const question = { id: "q-store", key: "store", style: "hidden_field", prefill: "store", body: "Store" };
  flow.states[0].elements.push({ id: "visit-store", type: "question", order: 9, question });
  importFlow(pulsen, { ...flow, id: "e2e-campaign" });
  const node = importNode(pulsen, { flow_id: "e2e-campaign", campaign_parameters: ["utm_*", "gclid"] });
  const code = importWidget(pulsen, { node_id: node, consent: "required" });
  const frames: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/widget?")) frames.push(request.url());
  });
  const address = host.add({ head: scriptTag(pulsen.url, code) });
  await page.goto(`${address}?utm_source=news&gclid=g1&store=oslo&token=s3cret`);
  await page.waitForFunction(() => "PSN" in window);
  expect(await callPsn(page, "open")).toEqual({ code: "consent_required" });
  expect(frames).toEqual([]);

  await callPsn(page, "consent", true);
  await widget.open();
  const { feedbackId } = await widget.submitFeedback();
  const feedback = await staff.feedback(feedbackId);
  expect(feedback.origin_url).toBe(`${address}?utm_source=news&gclid=g1`);
  expect(JSON.stringify(feedback.responses)).toContain("oslo");
  expect(JSON.stringify(feedback)).not.toContain("s3cret");
});
