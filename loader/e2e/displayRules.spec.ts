import type { Page } from "@playwright/test";
import { stopClock } from "./support/clock";
import type { HostedWidget } from "./support/hostedWidget";
import { readListeners } from "./support/hostListeners";
import { type HostSite, scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { callPsn, STUB } from "./support/psn";
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

/** Opens a page with a widget, and returns the widget's code. */
async function openHost(
  page: Page,
  host: HostSite,
  pulsen: PulsenServer,
  settings: Record<string, unknown>,
  { head = "", body = LONG } = {},
) {
  const code = importWidget(pulsen, { enabled_domains: ["127.0.0.1"], ...settings });
  await page.goto(host.add({ head: NOTES + head + scriptTag(pulsen.url, code), body }));
  await page.waitForFunction(() => "PSN" in window && !!document.querySelector("pulsen-widget"));
  return code;
}

/** Scrolls and waits for the event. */
const scrollPage = (page: Page, top: number) =>
  page.evaluate(
    (top) =>
      new Promise((done) => {
        addEventListener("scroll", done, { once: true });
        scrollTo({ top, behavior: "instant" });
      }),
    top,
  );

/** Moves the pointer off the page, through its top. */
async function leaveThroughTop(page: Page) {
  await page.mouse.move(600, 300);
  await page.mouse.move(600, 20);
  await page.mouse.move(600, -5);
}

const call = (page: Page, command: keyof Psn) =>
  // Those that are refused have no effect, which is what some tests look at.
  page.evaluate((name) => (window as unknown as { PSN: Psn }).PSN[name]().catch(() => {}), command);

/** What the widget has posted up to now, once all of it has arrived: after a message that the page posts to itself. */
const posted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        addEventListener("message", function arrived({ data }) {
          if (data !== "all of it?") return;
          removeEventListener("message", arrived);
          resolve((window as unknown as { posted: string[] }).posted);
        });
        postMessage("all of it?", "/");
      }),
  );

/** Expects exactly these messages, in this order, also when some of them are still to be posted. */
const expectPosted = (page: Page, ...types: string[]) => expect.poll(() => posted(page)).toEqual(types);

const records = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("FLOW/widget") ?? "{}"));

/** Expects that the widget has not begun to open: its frame does not exist. */
async function expectUnopened(page: Page, widget: HostedWidget) {
  expect(await posted(page)).not.toContain("PSN_WIDGET_OPENED");
  await expect(widget.contentFrame).toHaveCount(0);
}

/** Waits until the part of the loader is there that notices what the visitor does on the page. */
async function interactionIsThere(page: Page) {
  await page.waitForFunction(() => "PSN" in window && !!document.querySelector("pulsen-widget"));
  expect(await callPsn(page, "ready")).toEqual({});
}

/** Collects the paths that are asked for. */
function watchPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

test.describe("display_interval", () => {
  test("opens the widget after its seconds", async ({ page, widget, pulsen, host }) => {
    await stopClock(page);
    await openHost(page, host, pulsen, { display_interval: 2.5 });
    await page.clock.runFor(2_499);
    await expectUnopened(page, widget);
    await page.clock.runFor(1);
    await expectPosted(page, "PSN_WIDGET_OPENED");
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
    await expectPosted(page, "PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED");
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
    await interactionIsThere(page);
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
    await leaveThroughTop(page);
    await expect(widget.question("q-mood")).toBeVisible();
    await widget.launcher.click();
    await expectPosted(page, "PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED");
    await leaveThroughTop(page);
    expect(await posted(page)).toEqual(["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED"]);

    // The visitor has had it: it does not open on the next page either.
    await page.reload();
    await interactionIsThere(page);
    await leaveThroughTop(page);
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
    await interactionIsThere(page);
    await scrollPage(page, 3000);
    for (let top = 2900; top > 2000; top -= 100) {
      await page.clock.runFor(120);
      await scrollPage(page, top);
    }
    await expectUnopened(page, widget);
    await scrollPage(page, 2050);
    await scrollPage(page, 1950);
    await expectPosted(page, "PSN_WIDGET_OPENED");
  });
});

test.describe("display_on_scroll", () => {
  test("opens the widget when the visitor has scrolled to its percentage, once", async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    await openHost(page, host, pulsen, { display_on_scroll: 50 });
    await interactionIsThere(page);
    const half = await page.evaluate(() => (document.documentElement.scrollHeight - innerHeight) / 2);
    await scrollPage(page, half - 20);
    await expectUnopened(page, widget);
    await scrollPage(page, half + 1);
    await expect(widget.question("q-mood")).toBeVisible();
    await widget.launcher.click();
    await expectPosted(page, "PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED");
    await scrollPage(page, 0);
    await scrollPage(page, half + 100);
    expect(await posted(page)).toEqual(["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED"]);

    // The browser scrolls the page again. The visitor has had the widget.
    await page.reload();
    await interactionIsThere(page);
    await expectUnopened(page, widget);
  });

  test("counts a page without anything to scroll as read to its end", async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    await openHost(page, host, pulsen, { display_on_scroll: 100 }, { body: "" });
    await expect(widget.question("q-mood")).toBeVisible();
  });

  test("costs a page without the field neither a listener nor the interaction", async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    const paths = watchPaths(page);
    const fields = { display_on_event: ["paid"], display_on_click: ".help", display_interval: 86_400 };
    await openHost(page, host, pulsen, fields);
    await expect(widget.launcher).toBeVisible();
    expect(Object.values(await readListeners(page)).flat()).not.toContain("scroll");
    expect(paths.filter((path) => path.includes("interaction"))).toEqual([]);
  });
});

test.describe("display_on_event", () => {
  test("opens the widget for one of its events, once", async ({ page, widget, pulsen, host }) => {
    const paths = watchPaths(page);
    await openHost(page, host, pulsen, { display_on_event: ["paid", "order placed"] });
    await expect(widget.launcher).toBeVisible();
    expect(await callPsn(page, "event", "viewed")).toEqual({});
    await expectUnopened(page, widget);
    expect(paths.filter((path) => path.includes("interaction"))).toEqual([]);

    expect(await callPsn(page, "event", "order placed")).toEqual({});
    await expect(widget.question("q-mood")).toBeVisible();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await widget.launcher.click();
    await expectPosted(page, "PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED");
    await callPsn(page, "event", "paid");
    expect(await posted(page)).toEqual(["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED"]);
  });

  test("counts an event that came before the script", async ({ page, widget, pulsen, host }) => {
    const head = `${STUB}<script>PSN("event", "viewed"); PSN.event("paid")</script>`;
    await openHost(page, host, pulsen, { display_on_event: ["paid"] }, { head });
    await expect(widget.question("q-mood")).toBeVisible();
  });

  test("says what is wrong with an event without a name", async ({ page, pulsen, host, consoleErrors }) => {
    await openHost(page, host, pulsen, {});
    expect(await callPsn(page, "event", { name: "paid" })).toEqual({ code: "invalid_argument" });
    expect(consoleErrors.splice(0)).toEqual(["[Pulsen] PSN.event takes the name of an event."]);
  });
});

test.describe("display_on_click", () => {
  const body = `<a class="help" href="#help"><b id="inner">Help</b></a><p class="other">Other</p>
    <button type="button" data-psn-open>Feedback</button>`;

  test("opens the widget by elements that its selector matches, each time", async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    await openHost(page, host, pulsen, { display_on_click: ".help, [data-help]" }, { body });
    await expect(widget.launcher).toBeVisible();
    await page.locator(".other").click();
    await expectUnopened(page, widget);
    await page.locator("#inner").click();
    await expect(widget.question("q-mood")).toBeVisible();
    // What the page does with the click is left to it.
    expect(new URL(page.url()).hash).toBe("#help");
    await widget.close();

    await test.step("also one that is added later, by keyboard", async () => {
      await page.evaluate(() => {
        const added = document.createElement("button");
        added.dataset.help = "";
        document.body.prepend(added);
        added.focus();
      });
      await page.keyboard.press("Enter");
      await expect(widget.contentFrame).toBeVisible();
      await expect.poll(() => widget.hasKeyboardFocus()).toBe(true);
      await page.keyboard.press("Escape");
      await expect(widget.contentFrame).toBeHidden();
    });
  });

  test("that is no selector is reported once, and stops nothing", async ({
    page,
    widget,
    pulsen,
    host,
    consoleErrors,
  }) => {
    await openHost(page, host, pulsen, { display_on_click: "a[{" }, { body });
    await page.locator("#inner").click();
    await expectUnopened(page, widget);
    await page.getByRole("button", { name: "Feedback" }).click();
    await expect(widget.question("q-mood")).toBeVisible();
    await widget.launcher.click();
    await expect(widget.contentFrame).toBeHidden();
    expect(consoleErrors.splice(0)).toEqual(["[Pulsen] display_on_click is no CSS selector: a[{"]);
  });
});

test("display_share opens the widget by itself for a part of the visitors, and for all who want it", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const code = await openHost(page, host, pulsen, { display_on_exit: true, display_share: 30 });
  await interactionIsThere(page);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await leaveThroughTop(page);
  await expect.poll(() => records(page)).toHaveProperty(["e2e-node", `draw/${code}`]);
  const draw = (await records(page))["e2e-node"][`draw/${code}`];
  expect(draw).toBe(Math.floor(draw));
  expect(draw).toBeGreaterThanOrEqual(0);
  expect(draw).toBeLessThan(100);
  await expectPosted(page, ...(draw < 30 ? ["PSN_WIDGET_OPENED"] : []));

  const comeBackWith = async (draw: number) => {
    await page.evaluate((record) => localStorage.setItem("FLOW/widget", JSON.stringify(record)), {
      "e2e-node": { [`draw/${code}`]: draw },
    });
    await page.reload();
    await interactionIsThere(page);
    await leaveThroughTop(page);
  };
  await comeBackWith(30);
  await expectUnopened(page, widget);
  expect(await records(page)).toEqual({ "e2e-node": { [`draw/${code}`]: 30 } });
  await widget.open();
  await comeBackWith(29);
  await expect(widget.question("q-mood")).toBeVisible();
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
  await expectPosted(page, "PSN_WIDGET_DISPLAYED_BEFORE");
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
    await expectPosted(page, "PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED");
    expect(await page.evaluate(() => history.pushState.toString())).toContain("[native code]");
  });
}

test("feedback carries the address at which it is given", async ({ page, widget, pulsen, host }) => {
  await openHost(page, host, pulsen, {});
  await widget.open();
  await widget.choose("Not so good");
  await page.evaluate(() => history.pushState(null, "", "/second?sdi=1&sci=2&secret=3#part"));
  await widget.press("Next");
  await widget.why().fill("Warmer lamps");
  const access = widget.waitForFeedback();
  await widget.press("Send");
  const { feedbackId } = await access;
  const rows = pulsen.query<{ origin_url: string }>(
    `SELECT origin_url FROM feedbacks WHERE id = '${feedbackId}'`,
  );
  expect(rows).toEqual([{ origin_url: `${host.url}/second?sdi=1&sci=2` }]);
});

test("the host hides and shows the widget", async ({ page, widget, pulsen, host }) => {
  await openHost(page, host, pulsen, { hide_widget: true });
  await expectPosted(page, "PSN_WIDGET_HID");
  await call(page, "open");
  await expect(widget.launcher).toBeHidden();
  await call(page, "show");
  await expect(widget.launcher).toBeVisible();
  await widget.open();
  await call(page, "hide");
  await expect(widget.contentFrame).toBeHidden();
  await expect(widget.launcher).toBeHidden();
  await expectPosted(page, "PSN_WIDGET_HID", "PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED", "PSN_WIDGET_HID");
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
