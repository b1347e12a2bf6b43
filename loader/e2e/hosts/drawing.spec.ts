import { LOAD_WAIT_MS, REST_WAIT_MS } from "../../src/launcher/restingPage";
import { stopClock } from "../support/clock";
import { LAUNCHER_FRAME } from "../support/hostedWidget";
import { NEVER, scriptTag, snippet } from "../support/hostSite";
import { importWidget } from "../support/importRecord";
import { expect, test } from "../support/test";

const CODE = "PSN-E2EHOME";

/** A picture that never comes, so that the page never has its `load`. */
const SLOW_PICTURE = `<img src="${NEVER}" alt="">`;

test.describe("on a page whose `load` does not come", () => {
  test("the widget is drawn after a time", async ({ page, widget, pulsen, host }) => {
    await stopClock(page);
    const address = host.add({ head: scriptTag(pulsen.url, CODE), body: SLOW_PICTURE });
    await page.goto(address, { waitUntil: "domcontentloaded" });
    await expect.poll(() => page.evaluate(() => "PSN" in window)).toBe(true);
    await page.clock.runFor(LOAD_WAIT_MS - 1);
    await expect(page.locator("pulsen-widget")).toHaveCount(0);
    await page.clock.runFor(1 + REST_WAIT_MS);
    await expect(page.locator(LAUNCHER_FRAME)).toBeVisible();
    await widget.open();
  });

  for (const [name, queue] of Object.entries({
    "before the loader is there": true,
    "when it is there": false,
  })) {
    test(`the widget opens at once if the host asks for it ${name}`, async ({
      page,
      widget,
      pulsen,
      host,
    }) => {
      const stub = `<script>
        window.PSN = window.PSN || function () { (PSN.q = PSN.q || []).push(arguments) };
        ${queue ? 'PSN("open");' : ""}
      </script>`;
      await stopClock(page);
      const head = stub + scriptTag(pulsen.url, CODE);
      await page.goto(host.add({ head, body: SLOW_PICTURE }), { waitUntil: "domcontentloaded" });
      if (!queue) {
        await expect
          .poll(() => page.evaluate(() => "destroy" in ((window as { PSN?: object }).PSN ?? {})))
          .toBe(true);
        await page.evaluate(() => void (window as unknown as { PSN(command: string): void }).PSN("open"));
      }
      await expect(widget.question("q-mood")).toBeVisible();
    });
  }
});

test("the documented snippet does not delay the host's `load`, even if the provider hangs", async ({
  page,
  host,
}) => {
  // A provider that never answers.
  const head = snippet(host.url + NEVER, CODE);
  await page.goto(host.add({ head }), { waitUntil: "load" });
  await expect.poll(() => page.evaluate(() => [...document.scripts].some(({ src }) => src))).toBe(true);
  expect(await page.evaluate(() => document.readyState)).toBe("complete");
});

test("the documented snippet brings the widget, whenever it runs", async ({ page, widget, pulsen, host }) => {
  await page.goto(host.add({ head: snippet(pulsen.url, CODE) }));
  await expect(page.locator(LAUNCHER_FRAME)).toBeVisible();
  // As a tag manager inserts it long after the page has loaded.
  await page.goto(host.add({}));
  await page.evaluate(
    (markup) => {
      document.body.append(document.createRange().createContextualFragment(markup));
    },
    snippet(pulsen.url, CODE),
  );
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
});

test.describe("a page that is rendered before anybody looks at it", () => {
  test("has nothing of the widget until it is shown", async ({ page, pulsen, host }) => {
    const code = importWidget(pulsen, { display_once: true, node_id: "e2e-thanks" });
    // As Chromium does with a page that it prerenders; there it cannot be looked at.
    await page.addInitScript(() => {
      let isPrerendering = true;
      Object.defineProperty(document, "prerendering", { configurable: true, get: () => isPrerendering });
      Object.assign(window, {
        activate() {
          isPrerendering = false;
          document.dispatchEvent(new Event("prerenderingchange"));
        },
      });
    });
    await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
    await expect.poll(() => page.evaluate(() => "PSN" in window)).toBe(true);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await expect(page.locator("pulsen-widget")).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.evaluate("activate()");
    await expect(page.locator(LAUNCHER_FRAME)).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(1);
  });
});

test("it stays in the window where the host's root is transformed, also later", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const body = `<div style="height:4000px"></div>`;
  const transformed =
    "<style>html { transform: translateY(10px); filter: blur(0); perspective: 500px }</style>";
  await page.goto(host.add({ head: transformed + scriptTag(pulsen.url, CODE), body }));
  await expect(page.locator(LAUNCHER_FRAME)).toBeVisible();
  const before = await page.locator(LAUNCHER_FRAME).boundingBox();
  expect(before).toMatchObject({ x: 1280 - 80, y: 800 - 80 });
  await page.evaluate(() => scrollTo(0, 1000));
  expect(await page.locator(LAUNCHER_FRAME).boundingBox()).toEqual(before);
  await widget.open();
  await expect(widget.contentFrame).toBeInViewport({ ratio: 1 });

  await page.goto(host.add({ head: scriptTag(pulsen.url, CODE), body }));
  await expect(page.locator(LAUNCHER_FRAME)).toBeVisible();
  const isInTopLayer = () =>
    page.evaluate(() => document.querySelector("pulsen-widget :popover-open") !== null);
  expect(await isInTopLayer(), "only where it is needed").toBe(false);
  await page.evaluate(() => {
    document.documentElement.style.transform = "translateX(0)";
    scrollTo(0, 1000);
  });
  // It moves into the window when a visitor approaches.
  await widget.launcher.hover();
  await expect.poll(isInTopLayer).toBe(true);
  await widget.open();
  await expect(widget.contentFrame).toBeInViewport({ ratio: 1 });
  expect(await isInTopLayer()).toBe(true);
});
