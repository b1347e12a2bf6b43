import type { Page } from "@playwright/test";
import { CONTENT_FRAME, LAUNCHER_FRAME } from "../support/hostedWidget";
import { scriptTag } from "../support/hostSite";
import { importWidget } from "../support/importRecord";
import { watchLayoutShifts } from "../support/layoutShifts";
import { stillBox } from "../support/pointer";
import { expect, test, waitForAnimations } from "../support/test";

const CODE = "PSN-E2EHOME";
const LONG = `<div style="height:4000px"></div>`;

async function boxOf(page: Page, selector: string) {
  await waitForAnimations(page);
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not on the page.`);
  return box;
}

for (const settings of [{ popover_text: { en: "How was your visit?" } }, { modal_mode: true }]) {
  test(`nothing that a visitor does in a widget with ${Object.keys(settings)} shifts the host's layout`, async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    const shifts = await watchLayoutShifts(page);
    const code = importWidget(pulsen, { node_id: "e2e-thanks", ...settings });
    await page.goto(host.add({ head: scriptTag(pulsen.url, code), body: LONG }));
    for (const _ of [1, 2]) {
      await widget.open();
      await expect(widget.question("q-mood")).toBeVisible();
      await waitForAnimations(page);
      await widget.close();
    }
    await widget.open();
    const { height } = await boxOf(page, CONTENT_FRAME);
    // A mistake, whose message makes the page longer.
    await widget.press("Next");
    await expect.poll(async () => (await boxOf(page, CONTENT_FRAME)).height).not.toBe(height);
    await widget.submitFeedback();
    await expect(widget.text("Thank you, we read everything")).toBeVisible();
    await waitForAnimations(page);
    await widget.close();
    expect(await shifts()).toEqual([]);
  });
}

test("a wheel over any part of the frame does not scroll the host", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  await page.goto(host.add({ head: scriptTag(pulsen.url, CODE), body: LONG }));
  await page.evaluate(() => scrollTo(0, 500));
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
  const { x, y, width, height } = await boxOf(page, CONTENT_FRAME);
  const turned = await (await widget.frame()).evaluateHandle(() => {
    const turned: number[] = [];
    addEventListener("wheel", ({ deltaY }) => turned.push(deltaY), { passive: true });
    return turned;
  });
  const parts = { header: 30, body: height / 2, footer: height - 20 };
  for (const [part, offset] of Object.entries(parts)) {
    await page.mouse.move(x + width / 2, y + offset);
    for (const delta of [300, -300]) {
      const { length } = await turned.jsonValue();
      await page.mouse.wheel(0, delta);
      await expect.poll(async () => (await turned.jsonValue()).length, part).toBeGreaterThan(length);
    }
  }
  // Over the page itself it does, as the last of them in order.
  await page.mouse.move(100, 100);
  await page.mouse.wheel(0, 50);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(550);
});

test("a keyboard on the screen does not cover the frame", async ({ page, widget, pulsen, host }) => {
  // No browser without a screen has a keyboard on it: the visual viewport says what it says when there is one.
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const viewport = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: innerHeight });
    Object.defineProperty(window, "visualViewport", { value: viewport });
    Object.assign(window, {
      showKeyboard(height: number, offsetTop: number) {
        Object.assign(viewport, { height: innerHeight - height, offsetTop });
        viewport.dispatchEvent(new Event("resize"));
      },
    });
  });
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(host.add({ head: scriptTag(pulsen.url, CODE) }));
  await expect(widget.launcher).toBeVisible();
  const launcher = await boxOf(page, LAUNCHER_FRAME);
  await page.evaluate("showKeyboard(300, 0)");
  expect(await boxOf(page, LAUNCHER_FRAME), "it covers nothing of the host's").toEqual(launcher);
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
  const open = await stillBox(widget.contentFrame);
  expect(open.y + open.height).toBeLessThanOrEqual(440);
  expect(open.y).toBeGreaterThanOrEqual(0);
  await page.evaluate("showKeyboard(300, 120)");
  await expect.poll(async () => (await boxOf(page, CONTENT_FRAME)).y).toBe(open.y + 120);
  await page.evaluate("showKeyboard(0, 0)");
  expect(await boxOf(page, LAUNCHER_FRAME)).toEqual(launcher);
});

test("nothing is drawn outside of the safe area", async ({ page, widget, pulsen, host }) => {
  const session = await page.context().newCDPSession(page);
  const insets = {
    top: 47,
    topMax: 47,
    left: 20,
    leftMax: 20,
    bottom: 34,
    bottomMax: 34,
    right: 20,
    rightMax: 20,
  };
  await session.send("Emulation.setSafeAreaInsetsOverride", { insets });
  await page.setViewportSize({ width: 375, height: 740 });
  const code = importWidget(pulsen, { node_id: "e2e-thanks", widget_top_position: 0 });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await expect(widget.launcher).toBeVisible();
  expect(await boxOf(page, LAUNCHER_FRAME)).toMatchObject({ x: 375 - 20 - 20 - 60, y: 47 });
  await widget.open();
  const frame = await boxOf(page, CONTENT_FRAME);
  expect(frame.x).toBeGreaterThanOrEqual(40);
  expect(frame.y + frame.height).toBeLessThanOrEqual(740 - 34);
});

test("on a page from right to left everything is where lines end, but not what has a place of its own", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const code = importWidget(pulsen, { node_id: "e2e-thanks", popover_text: { en: "How was it?" } });
  const launcherAt = async (attributes = "") => {
    await page.goto(host.add({ root: 'dir="rtl"', head: scriptTag(pulsen.url, code, attributes) }));
    await expect(widget.launcher).toBeVisible();
    return (await boxOf(page, LAUNCHER_FRAME)).x;
  };
  const { width } = page.viewportSize() ?? { width: 0 };
  expect(await launcherAt(' data-position="bottom-right"')).toBe(width - 20 - 60);
  expect(await launcherAt()).toBe(20);
  expect((await boxOf(page, "#psn-widget-popover")).x).toBe(20 + 60 + 12);
  await widget.open();
  expect((await boxOf(page, CONTENT_FRAME)).x).toBe(20);
  // The page changes to another language: the widget follows when it is drawn next.
  await widget.close();
  await page.evaluate("document.dir = 'ltr'; dispatchEvent(new Event('resize'))");
  await expect.poll(async () => (await boxOf(page, LAUNCHER_FRAME)).x).toBe(width - 20 - 60);
});

for (const [width, height] of [
  [640, 400],
  [320, 256],
] as const) {
  test(`at a zoom that leaves ${width} by ${height} pixels everything can be reached`, async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(host.add({ head: scriptTag(pulsen.url, CODE) }));
    await widget.open();
    await expect(widget.contentFrame).toBeInViewport({ ratio: 1 });
    await widget.submitFeedback();
    await expect(widget.text("Thank you, we read everything")).toBeVisible();
    await widget.close();
  });
}

test("a host's dark colors do not show behind what is round", async ({ page, widget, pulsen, host }) => {
  const dark = "<style>:root { color-scheme: dark } body { background: #101010 !important }</style>";
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(host.add({ head: dark + scriptTag(pulsen.url, CODE) }));
  await expect(widget.launcher).toBeVisible();
  await widget.open();
  const frames = await page
    .locator("pulsen-widget iframe")
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).colorScheme));
  expect(new Set(frames)).toEqual(new Set(["light"]));
  const content = await widget.frame();
  // A frame whose color scheme is another one than its element's gets an opaque background.
  expect(await content.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toMatch(
    /^(normal|light)$/,
  );
});

test("with reduced motion and forced colors the frame appears at once and has an outline", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
  await page.goto(host.add({ head: scriptTag(pulsen.url, CODE) }));
  await widget.open();
  const style = await widget.contentFrame.evaluate((element) => {
    const { transitionDuration, outlineStyle, outlineWidth } = getComputedStyle(element);
    return { transitionDuration, outlineStyle, outlineWidth };
  });
  expect(style).toMatchObject({ outlineStyle: "solid", outlineWidth: "1px" });
  expect(new Set(style.transitionDuration.split(", "))).toEqual(new Set(["0s"]));
});

test("what a visitor clears stays cleared", async ({ page, widget, pulsen, host }) => {
  const code = importWidget(pulsen, { node_id: "e2e-thanks", popover_text: { en: "How was it?" } });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await widget.open();
  await widget.submitFeedback();
  await expect(widget.text("Thank you, we read everything")).toBeVisible();
  const content = await widget.frame();
  const clear = async () => {
    await content.evaluate(() => localStorage.clear());
    await page.evaluate(() => localStorage.clear());
  };
  await clear();
  await widget.close();
  expect(await content.evaluate(() => ({ ...localStorage }))).toEqual({});
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  // What happens from then on is stored again, and nothing from before.
  await widget.open();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain("isPopoverDismissed");
});
