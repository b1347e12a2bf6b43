import type { Page } from "@playwright/test";
import { scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { expect, test } from "./support/test";

type AnalyticsRecord = Record<string, unknown> & { event: string };

/** Returns what the widget has pushed to a list on the host page, as the host's scripts find it. */
const recordsIn = (page: Page, list = "dataLayer") =>
  page.evaluate((name) => (window as unknown as Record<string, AnalyticsRecord[]>)[name] ?? [], list);

const namesIn = async (page: Page, list?: string) =>
  (await recordsIn(page, list)).map((record) =>
    [record.event, record.pulsen_question_id].filter(Boolean).join(" "),
  );

/** What the host hears of a visitor who answers both pages, chats, and closes the widget. */
const WALK = [
  "pulsen_displayed",
  "pulsen_opened",
  "pulsen_question_shown q-mood",
  "pulsen_question_answered q-mood",
  "pulsen_question_shown q-why",
  "pulsen_question_answered q-why",
  "pulsen_submitted",
  "pulsen_chat_started",
  "pulsen_closed",
];

test("a host without a data layer gets one, with each event once and nothing of the visitor", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const code = importWidget(pulsen, { analytics_enabled: true });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await expect.poll(() => namesIn(page)).toEqual(["pulsen_displayed"]);
  // The frame is loaded, but the visitor has not seen anything of it.
  await widget.launcher.hover();
  await expect(widget.question("q-mood")).toBeAttached();
  expect(await namesIn(page)).toEqual(["pulsen_displayed"]);

  await widget.open();
  await widget.choose("Lovely");
  const { feedbackId, token } = await widget.submitFeedback();
  await widget.chat.expectAnswers(
    ["How was your visit?", "Not so good"],
    ["What can we do better?", "Warmer lamps"],
  );
  await widget.launcher.click();
  await expect.poll(() => namesIn(page)).toEqual(WALK);

  const records = await recordsIn(page);
  expect(records[3]).toEqual({
    event: "pulsen_question_answered",
    pulsen_widget_code: code,
    pulsen_node_id: "e2e-node",
    pulsen_flow_id: "e2e-flow",
    pulsen_state_id: expect.any(String),
    pulsen_question_id: "q-mood",
    pulsen_question_style: "radio",
  });
  const deviceId = await (await widget.frame()).evaluate(() => localStorage.getItem("FLOW/device_id") ?? "");
  expect(deviceId).toMatch(/\w{8}/);
  const pushed = JSON.stringify(records);
  for (const secret of [feedbackId, token, deviceId.replaceAll('"', ""), "lamps", "Lovely", "Not so good"])
    expect(pushed).not.toContain(secret);
});

test("a tag manager that was there first, or comes later, gets the events", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const code = importWidget(pulsen, { analytics_enabled: true });
  const tagManager = `<script>
    var taken = [];
    var dataLayer = [{ event: "gtm.js" }];
    // As Google's: what is in the list already, and whatever is pushed from now on.
    function takeOver() {
      taken = taken.concat(dataLayer);
      dataLayer.push = function (record) { taken.push(record); return Array.prototype.push.call(this, record) };
    }
  </script>`;
  await page.goto(host.add({ head: tagManager + scriptTag(pulsen.url, code) }));
  await expect.poll(() => namesIn(page)).toEqual(["gtm.js", "pulsen_displayed"]);
  await page.evaluate(() => (window as unknown as { takeOver(): void }).takeOver());
  await widget.open();
  await expect
    .poll(() => namesIn(page, "taken"))
    .toEqual(["gtm.js", "pulsen_displayed", "pulsen_opened", "pulsen_question_shown q-mood"]);

  // One that is no list at all.
  await page.evaluate(() => {
    const records: unknown[] = [];
    Object.assign(window, { records, dataLayer: { push: (record: unknown) => records.push(record) } });
  });
  await widget.choose("Lovely");
  // The engine comes behind the first question.
  await expect.poll(() => namesIn(page, "records")).toEqual(["pulsen_question_answered q-mood"]);
  await page.evaluate(() => (window as unknown as { PSN: { destroy(): void } }).PSN.destroy());
  await expect
    .poll(() => namesIn(page, "records"))
    .toEqual(["pulsen_question_answered q-mood", "pulsen_closed"]);
});

test("a data layer that throws stops nothing", async ({ page, widget, pulsen, host, consoleErrors }) => {
  const code = importWidget(pulsen, { analytics_enabled: true });
  const broken = `<script>dataLayer = { push() { throw new Error("the host's own mistake") } }</script>`;
  await page.goto(host.add({ head: broken + scriptTag(pulsen.url, code) }));
  await widget.open();
  await widget.submitFeedback();
  await widget.chat.expectAnswers(
    ["How was your visit?", "Not so good"],
    ["What can we do better?", "Warmer lamps"],
  );
  expect(consoleErrors.splice(0)).toEqual([
    "[Pulsen] window.dataLayer takes no analytics events:",
    expect.stringContaining("the host's own mistake"),
  ]);
});

test("without `analytics_enabled` the host's data layer stays as it is", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const code = importWidget(pulsen, { analytics_enabled: false });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await widget.open();
  await widget.choose("Lovely");
  await widget.press("Next");
  await expect(widget.why()).toBeVisible();
  await widget.launcher.click();
  await expect(widget.contentFrame).toBeHidden();
  expect(await page.evaluate(() => "dataLayer" in window)).toBe(false);
});
