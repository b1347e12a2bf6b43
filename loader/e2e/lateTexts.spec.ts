import { passTimeUntil, stopClock } from "./support/clock";
import { holdRequests } from "./support/holdRequests";
import { CONTENT_FRAME } from "./support/hostedWidget";
import { scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { callPsn, STUB } from "./support/psn";
import { expect, test } from "./support/test";

test("a widget whose texts are late stays, is in English after 3 s, and in its language when they come", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  await stopClock(page);
  const arrive = await holdRequests(page, /\/tr\.page-[\w-]+\.js/);
  const code = importWidget(pulsen, { node_id: "e2e-languages", default_language_code: "tr" });
  await page.goto(host.add({ head: STUB + scriptTag(pulsen.url, code) }));
  const content = page.frameLocator(CONTENT_FRAME);
  // The loader gives a frame that does not answer 3 s, and then takes the widget off the page.
  expect(await callPsn(page, "open")).toEqual({});
  await passTimeUntil(page, widget.button("Close"));
  await expect(widget.text("Neyi daha iyi yapabiliriz?")).toBeVisible();
  await expect(content.locator("html")).toHaveAttribute("lang", "en");

  await arrive();
  await expect(widget.button("Kapat")).toBeVisible();
  await expect(content.locator("html")).toHaveAttribute("lang", "tr");
});
