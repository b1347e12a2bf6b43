import type { Page } from "@playwright/test";
import { type HostedWidget, LAUNCHER_FRAME } from "../support/hostedWidget";
import { readListeners, recordListenerCalls } from "../support/hostListeners";
import { scriptTag } from "../support/hostSite";
import { type HostState, readHostState } from "../support/hostState";
import { watchLayoutShifts } from "../support/layoutShifts";
import { clickAt } from "../support/pointer";
import { expect, test } from "../support/test";
import { FRAMEWORKS } from "./frameworks";
import type { HostileHost } from "./hostileHost";
import { POLICIES } from "./policies";
import { SHEETS } from "./sheets";
import { SWAPS } from "./swaps";

const CODE = "PSN-E2EHOME";

/** What the loader listens to before it has functions of its own: when the page is there. */
const UNTIL_DRAWN = ["DOMContentLoaded", "readystatechange", "prerenderingchange"];

test.use({ actionTimeout: 30_000 });

/** What a page has that a widget could change. */
interface Measured {
  state: HostState;
  listeners: Record<string, string[]>;
  listenerCalls: string[];
  shifts: string[];
  /** The element that has the focus. */
  focused: string | undefined;
}

for (const hostile of [...FRAMEWORKS, ...SWAPS, ...SHEETS, ...POLICIES]) {
  test(`a widget is at home on a host with ${hostile.name}`, async ({
    page,
    widget,
    pulsen,
    host,
    consoleErrors,
  }) => {
    const measure = await watchPage(page);
    const tag = scriptTag(pulsen.url, CODE, hostile.attributes);

    await page.goto(hostile.add(host, "", pulsen.url));
    await hostile.act?.(page);
    const bare = await measure();

    await test.step("the widget appears, and stays whatever the page does", async () => {
      await page.goto(hostile.add(host, tag, pulsen.url));
      await expect(page.locator(LAUNCHER_FRAME)).toBeVisible();
      await hostile.act?.(page);
      await expectUnchanged(measure, bare, hostile);
    });

    await test.step("a visitor opens it, answers and closes it", () => answer(widget));
    await expectUnchanged(measure, bare, hostile, true);

    await test.step("removed, it leaves nothing", async () => {
      await page.evaluate(() => (window as unknown as { PSN: { destroy(): void } }).PSN.destroy());
      await expect(page.locator("pulsen-widget")).toHaveCount(0);
      const left = await measure();
      expect(left.listeners).toEqual(bare.listeners);
      expect(left.state.globals).toEqual(bare.state.globals);
    });
    const { ownErrors } = hostile;
    if (ownErrors)
      consoleErrors.splice(0, Infinity, ...consoleErrors.filter((line) => !ownErrors.test(line)));
  });
}

/** Answers a flow to its end by pointer. */
async function answer(widget: HostedWidget) {
  const { page } = widget;
  await clickAt(page.locator(LAUNCHER_FRAME));
  await expect(widget.contentFrame).toBeVisible();
  await clickAt(widget.text("Not so good"));
  await clickAt(widget.button("Next"));
  // By key, because some hosts take the focus back.
  await clickAt(widget.why());
  await page.keyboard.type("Warmer lamps");
  await expect(widget.why()).toHaveValue("Warmer lamps");
  const accepted = widget.waitForFeedback();
  await clickAt(widget.button("Send"));
  await accepted;
  await expect(widget.text("Thank you, we read everything")).toBeVisible();
  await clickAt(widget.button("Close"));
  await expect(widget.contentFrame).toBeHidden();
}

/** The returned function measures the present page. */
async function watchPage(page: Page): Promise<() => Promise<Measured>> {
  const shifts = await watchLayoutShifts(page);
  const listenerCalls = await recordListenerCalls(page);
  return async () => {
    // Brings Playwright's own listeners to the page, with and without a widget.
    await page
      .locator("html")
      .evaluate(() => {})
      // On some hosts they cannot be added.
      .catch(() => {});
    return {
      shifts: await shifts(),
      state: await readHostState(page),
      listenerCalls: await listenerCalls(),
      listeners: await readListeners(page),
      focused: await page.evaluate(() => document.activeElement?.localName),
    };
  };
}

/** Expects that the host is as it is without a widget, but for `window.PSN`. */
async function expectUnchanged(
  measure: () => Promise<Measured>,
  bare: Measured,
  hostile: HostileHost,
  hasBeenUsed = false,
) {
  const { state, listenerCalls, shifts, focused } = await measure();
  // The visitor has closed the widget, which gives the focus to the launcher.
  if (!hasBeenUsed) expect(focused).toBe(bare.focused);
  expect(state).toEqual({
    ...bare.state,
    globals: [...bare.state.globals, "PSN"].sort(),
    // More pages have been visited.
    history: state.history,
  });
  const ownCalls = listenerCalls.filter((type) => !UNTIL_DRAWN.includes(type));
  const bareCalls = bare.listenerCalls.filter((type) => !UNTIL_DRAWN.includes(type));
  if (!hostile.isSandboxed)
    expect(ownCalls.sort(), "calls of the host's addEventListener").toEqual(bareCalls.sort());
  if (!hostile.shiftsItself) expect(shifts, "layout shifts").toEqual([]);
}
