import { CONTENT_FRAME, type HostedWidget } from "./support/hostedWidget";
import { scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { expect, expectAccessible, test } from "./support/test";

/** Answers both pages, of which the first one has no answer before. */
async function complete(widget: HostedWidget) {
  await expect(widget.page.frameLocator(CONTENT_FRAME).getByRole("radio", { checked: true })).toHaveCount(0);
  await widget.choose("Not so good");
  await widget.press("Next");
  await widget.why().fill("Warmer lamps");
  await widget.press("Send");
  await expect(widget.button("New feedback")).toBeVisible();
}

test("a finished widget begins again when it is opened again, also after the host has changed its page @phone", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const code = importWidget(pulsen, { node_id: "e2e-thanks" });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await widget.open();
  await complete(widget);
  await expectAccessible(page);
  await widget.close();

  await page.evaluate(() => history.pushState(null, "", "?page=2&sdi=7&sci=8"));
  await widget.open();
  const request = page.waitForRequest("**/v1/feedbacks");
  await complete(widget);
  const sent = await request;
  expect(sent.headers()).toMatchObject({ "x-sdi": "7", "x-sci": "8" });
  expect(sent.postDataJSON().origin_url).toMatch(/\?sdi=7&sci=8$/);

  await widget.button("New feedback").click();
  await complete(widget);
});
