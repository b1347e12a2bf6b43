import { stopClock } from "pulsen-loader/e2e";
import { expect, type Page, test } from "./support/test";

const THANKS = "Your answers are with the people who make your coffee.";

/** A page of the same site that frames the link page and keeps its messages. */
const HOST_PAGE = `<!doctype html><title>Host</title>
<iframe src="/feedback?node_id=demo-node" width="900" height="700"></iframe>
<script>
  window.received = [];
  addEventListener("message", ({ data }) => {
    if (typeof data === "string" && data.includes("PSN_")) received.push(JSON.parse(data).type);
  });
</script>`;

const received = (page: Page) => page.evaluate(() => (window as unknown as { received: string[] }).received);

/** Answers the framed flow to its thank-you page, on a page whose clock is stopped. */
async function submit(page: Page) {
  const frame = page.frameLocator("iframe");
  const next = frame.getByRole("button", { name: "Next", exact: true });
  await frame.getByText("Just fine", { exact: true }).click();
  await next.click();
  await page.clock.runFor(300);
  await frame.getByRole("radio", { name: "9", exact: true }).check();
  await next.click();
  await page.clock.runFor(300);
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await page.clock.runFor(300);
  await expect(frame.getByText(THANKS)).toBeVisible();
}

test.beforeEach(async ({ page, pulsen }) => {
  const address = `${pulsen.url}/host.html`;
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: HOST_PAGE }));
  await stopClock(page);
  await page.goto(address);
  await submit(page);
  const receivedAfterAMoment = async () => {
    await page.clock.runFor(1);
    return received(page);
  };
  await expect.poll(receivedAfterAMoment).toEqual(["PSN_END_OF_FLOW"]);
});

test("the message about a submission comes after three seconds", async ({ page }) => {
  await page.clock.runFor(2_000);
  expect(await received(page)).toEqual(["PSN_END_OF_FLOW"]);
  await page.clock.runFor(1_000);
  await expect.poll(() => received(page)).toEqual(["PSN_END_OF_FLOW", "PSN_FEEDBACK_SUBMITTED"]);
});

test("the message about a submission comes when the frame is removed before, once", async ({ page }) => {
  await page.evaluate(() => document.querySelector("iframe")?.remove());
  await expect.poll(() => received(page)).toEqual(["PSN_END_OF_FLOW", "PSN_FEEDBACK_SUBMITTED"]);
  await page.clock.runFor(10_000);
  expect(await received(page)).toHaveLength(2);
});
