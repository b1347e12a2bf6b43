import type { Page } from "@playwright/test";
import { stopClock } from "./support/clock";
import type { HostedWidget } from "./support/hostedWidget";
import { type HostSite, scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, test } from "./support/test";

/** Keeps what the widget posts to the host's window. */
const NOTES = `<script>
  var posted = [];
  addEventListener("message", ({ data }) => {
    if (typeof data === "string" && data.includes("PSN_")) posted.push(JSON.parse(data).type);
  });
</script>`;

/** Room to scroll. */
const LONG = `<div style="height:4000px"></div><fieldset style="position:absolute;inset:0 auto auto 0;width:300px;height:40px"></fieldset>`;

type Psn = Record<"open" | "openOnce" | "close" | "hide" | "show", () => Promise<unknown>>;

async function openHost(page: Page, host: HostSite, pulsen: PulsenServer, settings: Record<string, unknown>) {
  const code = importWidget(pulsen, { enabled_domains: ["127.0.0.1"], ...settings });
  const address = host.add({ head: NOTES + scriptTag(pulsen.url, code), body: LONG });
  await page.goto(address);
  await page.waitForFunction(() => "PSN" in window && !!document.querySelector("pulsen-widget"));
  return address;
}

const call = (page: Page, command: keyof Psn) =>
  // Those that are refused have no effect, which is what some tests look at.
  page.evaluate((name) => (window as unknown as { PSN: Psn }).PSN[name]().catch(() => {}), command);

const posted = (page: Page) => page.evaluate(() => (window as unknown as { posted: string[] }).posted);

const records = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("FLOW/widget") ?? "{}"));

/** Expects that the widget has not begun to open: its frame does not exist. */
async function expectUnopened(page: Page, widget: HostedWidget) {
  expect(await posted(page)).not.toContain("PSN_WIDGET_OPENED");
  await expect(widget.contentFrame).toHaveCount(0);
}

test.describe("display_interval", () => {
  test("opens the widget after its seconds", async ({ page, widget, pulsen, host }) => {
    await stopClock(page);
    await openHost(page, host, pulsen, { display_interval: 2.5 });
    await page.clock.runFor(2_499);
    await expectUnopened(page, widget);
    await page.clock.runFor(1);
    await expect.poll(() => posted(page)).toEqual(["PSN_WIDGET_OPENED"]);
    await page.clock.runFor(500);
    await expect(widget.question("q-mood")).toBeVisible();
    // What opens by itself does not take the focus from the visitor.
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });

  test("is over once the visitor has opened the widget", async ({ page, widget, pulsen, host }) => {
    await stopClock(page);
    await openHost(page, host, pulsen, { display_interval: 60 });
    await widget.launcher.click();
    await page.clock.runFor(500);
    // A frame that does not load within seconds, by the page's clock, is removed.
    await expect(widget.question("q-mood")).toBeVisible();
    await widget.launcher.click();
    await expect.poll(() => posted(page)).toEqual(["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED"]);
    await page.clock.runFor(100_000);
    expect(await posted(page)).toEqual(["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED"]);
  });
});

test.describe("display_on_exit", () => {
  test("opens the widget when the pointer leaves through the top, once", async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    await openHost(page, host, pulsen, { display_on_exit: true });
    const leaveAt = async (x: number, y: number) => {
      await page.mouse.move(x, 300);
      await page.mouse.move(x, y);
    };
    await leaveAt(1240, -5);
    // Over the fieldset.
    await page.mouse.move(100, 20);
    await page.mouse.move(100, -5);
    await leaveAt(-5, 300);
    await expectUnopened(page, widget);
    await page.mouse.move(600, 300);
    await page.mouse.move(600, 20);
    await page.mouse.move(600, -5);
    await expect(widget.question("q-mood")).toBeVisible();
    await widget.launcher.click();
    await page.mouse.move(600, 20);
    await page.mouse.move(600, -5);
    expect(await posted(page)).toEqual(["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED"]);

    // The visitor has had it: it does not open on the next page either.
    await page.reload();
    await expect(widget.launcher).toBeVisible();
    await page.mouse.move(600, 20);
    await page.mouse.move(600, -5);
    await expectUnopened(page, widget);
  });

  test("opens the widget on a quick scroll up on a touch screen @phone", async ({
    page,
    widget,
    pulsen,
    host,
    hasTouch,
  }) => {
    test.skip(!hasTouch, "needs a screen without a pointer");
    await stopClock(page);
    await openHost(page, host, pulsen, { display_on_exit: true });
    /** Scrolls and waits for the event. */
    const scrollPage = (top: number) =>
      page.evaluate(
        (top) =>
          new Promise((done) => {
            addEventListener("scroll", done, { once: true });
            scrollTo({ top, behavior: "instant" });
          }),
        top,
      );
    await scrollPage(3000);
    for (let top = 2900; top > 2000; top -= 100) {
      await page.clock.runFor(120);
      await scrollPage(top);
    }
    await expectUnopened(page, widget);
    await scrollPage(2050);
    await scrollPage(1950);
    await expect.poll(() => posted(page)).toEqual(["PSN_WIDGET_OPENED"]);
  });
});

test("display_once shows the widget once within its period", async ({ page, widget, pulsen, host }) => {
  const settings = { display_once: true, display_once_delay_period: 2 };
  await openHost(page, host, pulsen, settings);
  await expect(widget.launcher).toBeVisible();
  const first = await records(page);
  expect(first).toEqual({ "e2e-node": { isWidgetDisplayedBefore: true, firstNow: expect.any(Number) } });

  await page.reload();
  await page.waitForFunction(() => document.querySelector("pulsen-widget"));
  await call(page, "openOnce");
  await expect.poll(() => posted(page)).toEqual(["PSN_WIDGET_DISPLAYED_BEFORE"]);
  await expect(widget.launcher).toBeHidden();
  expect(await records(page)).toEqual(first);
  await call(page, "open");
  await expect(widget.question("q-mood")).toBeVisible();
  expect(await records(page)).toEqual(first);

  const changed = first["e2e-node"].firstNow - 2 * 24 * 3_600_000;
  await page.evaluate((firstNow) => {
    const stored = { "e2e-node": { isWidgetDisplayedBefore: true, firstNow } };
    localStorage.setItem("FLOW/widget", JSON.stringify(stored));
  }, changed);
  await page.reload();
  await expect(widget.launcher).toBeVisible();
  expect((await records(page))["e2e-node"].firstNow).toBeGreaterThan(changed);
  await call(page, "openOnce");
  await expect(widget.question("q-mood")).toBeVisible();
});

test("nothing is stored before the visitor acts where no rule depends on it", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  await openHost(page, host, pulsen, {});
  await widget.launcher.hover();
  await expect(widget.contentFrame).toBeAttached();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await widget.open();
  expect(await records(page)).toEqual({
    "e2e-node": { isWidgetDisplayedBefore: true, firstNow: expect.any(Number) },
  });
});

for (const [name, hasNavigation] of [
  ["the Navigation API", true],
  ["history and hash only", false],
] as const) {
  test(`enabled_urls follow each change of the address, with ${name}`, async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    if (!hasNavigation) {
      await page.addInitScript(() => Object.defineProperty(window, "navigation", { value: undefined }));
    }
    await openHost(page, host, pulsen, { enabled_urls: ["/shop\\b", "#/basket$"] });
    const go = (address: string) => page.evaluate((to) => history.pushState(null, "", to), address);
    await expect(widget.launcher).toBeHidden();
    await go("/Shop?item=2");
    await expect(widget.launcher).toBeVisible();
    await widget.open();
    await go("/news");
    await expect(widget.contentFrame).toBeHidden();
    await expect(widget.launcher).toBeHidden();
    await page.evaluate(() => history.replaceState(null, "", "/shop"));
    await expect(widget.launcher).toBeVisible();
    await page.goBack();
    await expect(widget.launcher).toBeVisible();
    await page.goBack();
    await expect(widget.launcher).toBeHidden();
    const goToFragment = (fragment: string) =>
      page.evaluate((to) => {
        location.hash = to;
      }, fragment);
    await goToFragment("/basket");
    await expect(widget.launcher).toBeVisible();
    await goToFragment("/shop");
    await expect(widget.launcher).toBeHidden();
    expect(await posted(page)).toEqual(["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED"]);
    expect(await page.evaluate(() => history.pushState.toString())).toContain("[native code]");
  });
}

test("feedback carries the address at which it is given", async ({ page, widget, pulsen, host }) => {
  await openHost(page, host, pulsen, {});
  await widget.open();
  await widget.text("Not so good").click();
  await page.evaluate(() => history.pushState(null, "", "/second?sdi=1&sci=2&secret=3#part"));
  await widget.button("Next").click();
  await widget.why().fill("Warmer lamps");
  const access = widget.waitForFeedback();
  await widget.button("Send").click();
  const { feedbackId } = await access;
  const rows = pulsen.query<{ origin_url: string }>(
    `SELECT origin_url FROM feedbacks WHERE id = '${feedbackId}'`,
  );
  expect(rows).toEqual([{ origin_url: `${host.url}/second?sdi=1&sci=2` }]);
});

test("the host hides and shows the widget", async ({ page, widget, pulsen, host }) => {
  await openHost(page, host, pulsen, { hide_widget: true });
  await expect.poll(() => posted(page)).toEqual(["PSN_WIDGET_HID"]);
  await call(page, "open");
  await expect(widget.launcher).toBeHidden();
  await call(page, "show");
  await expect(widget.launcher).toBeVisible();
  await widget.open();
  await call(page, "hide");
  await expect(widget.contentFrame).toBeHidden();
  await expect(widget.launcher).toBeHidden();
  await expect
    .poll(() => posted(page))
    .toEqual(["PSN_WIDGET_HID", "PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED", "PSN_WIDGET_HID"]);
});

test("enabled_on_mobile keeps the widget from mobile browsers @phone", async ({
  page,
  widget,
  pulsen,
  host,
  isMobile,
}) => {
  await openHost(page, host, pulsen, { enabled_on_mobile: false, display_interval: 0.001 });
  if (isMobile) {
    await expect(widget.launcher).toBeHidden();
    await expectUnopened(page, widget);
  } else {
    await expect(widget.question("q-mood")).toBeVisible();
  }
});
