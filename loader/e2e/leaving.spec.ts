import { passTimeUntil, stopClock } from "./support/clock";
import type { HostedWidget } from "./support/hostedWidget";
import { scriptTag } from "./support/hostSite";
import { expect, test } from "./support/test";

/** Keeps the messages of the widget where the next page finds them. */
const NOTES = `<script>
  const note = (name, text) => localStorage.setItem(name, (localStorage.getItem(name) ?? "") + text + " ");
  addEventListener("message", ({ data }) => {
    if (typeof data === "string" && data.includes("PSN_")) note("posted", JSON.parse(data).type);
  });
  window.PSN = (...args) => (PSN.q ??= []).push(args);
  PSN("on", "PSN_FEEDBACK_SUBMITTED", ({ node_id }) => note("called", node_id));
</script>`;

/**
 * Answers the widget's flow up to its thank-you page, until the loader knows. The message about the submission waits three seconds
 * there; the one about the end, which comes with it, does not wait.
 */
async function submit(widget: HostedWidget) {
  const { clock } = widget.page;
  await widget.launcher.click();
  await clock.runFor(500);
  await widget.choose("Not yet");
  await widget.press("Next");
  await passTimeUntil(widget.page, widget.text("No, thank you"));
  await widget.choose("No, thank you");
  await widget.press("Send");
  await clock.runFor(300);
  await expect(widget.text("Thank you!")).toBeVisible();
  const posted = async () => {
    await clock.runFor(1);
    return widget.page.evaluate(() => localStorage.getItem("posted"));
  };
  await expect.poll(posted).toContain("PSN_END_OF_FLOW");
}

test.beforeEach(async ({ page, pulsen, host }) => {
  await stopClock(page);
  const head = NOTES + scriptTag(pulsen.url, "PSN-E2ETHNK");
  await page.goto(host.add({ head }));
});

test("a visitor who leaves right after the submission does not take its host message along", async ({
  page,
  widget,
  host,
}) => {
  await submit(widget);
  expect(await page.evaluate(() => localStorage.getItem("called"))).toBeNull();

  await page.goto(host.add({}));
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(stored.called).toBe("demo-widget ");
  expect(stored.posted).toMatch(/^PSN_END_OF_FLOW PSN_FEEDBACK_SUBMITTED $/);
});

test("a host that removes the widget right after the submission gets the message, once", async ({
  page,
  widget,
}) => {
  await submit(widget);
  await page.evaluate(() => (window as unknown as { PSN: { destroy(): void } }).PSN.destroy());
  await page.clock.runFor(10_000);
  expect(await page.evaluate(() => localStorage.getItem("called"))).toBe("demo-widget ");
});

test("the message about a submission comes after three seconds", async ({ page, widget }) => {
  await submit(widget);
  await page.clock.runFor(2_000);
  expect(await page.evaluate(() => localStorage.getItem("called"))).toBeNull();
  await page.clock.runFor(1_000);
  expect(await page.evaluate(() => localStorage.getItem("called"))).toBe("demo-widget ");
});
