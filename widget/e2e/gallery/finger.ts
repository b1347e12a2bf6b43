import type { Locator, Page } from "@playwright/test";

interface Point {
  x: number;
  y: number;
}

/** A browser makes a click of a tap within a few frames. */
const CLICK_WITHIN_MS = 10_000;

/**
 * Taps an element and waits until the page has painted what the tap has changed. A browser makes the click after the
 * touch: without waiting, what the click moves could carry the next target away from under the finger.
 */
export async function tap(target: Locator) {
  const painted = await target.evaluateHandle((_, limit) => {
    const click = new Promise<void>((resolve, reject) => {
      const nextFrame = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      addEventListener("click", nextFrame, { capture: true, once: true });
      setTimeout(() => reject(new Error("The tap was no click.")), limit);
    });
    return { click };
  }, CLICK_WITHIN_MS);
  await target.tap();
  await painted.evaluate(({ click }) => click);
  await painted.dispose();
}

/** How long a finger takes to move, and how long it rests before it lets go. */
const MOVE_SECONDS = 0.3;
const REST_SECONDS = 0.2;

/**
 * Moves a finger over the page, as the browser gets it from a touch screen. It rests before it lets go: after a finger that
 * was still moving browsers take the next tap for the end of a fling.
 */
export async function touchDrag(page: Page, from: Point, to: Point) {
  const session = await page.context().newCDPSession(page);
  const start = Date.now() / 1000 - MOVE_SECONDS - REST_SECONDS;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[], seconds: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: start + seconds });
  await send("touchStart", [from], 0);
  const steps = 6;
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps;
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    await send("touchMove", [point], MOVE_SECONDS * share);
  }
  await send("touchEnd", [], MOVE_SECONDS + REST_SECONDS);
  await session.detach();
}
