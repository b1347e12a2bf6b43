import type { Page } from "@playwright/test";

interface Point {
  x: number;
  y: number;
}

/** Moves a finger over the page, as the browser gets it from a touch screen. */
export async function touchDrag(page: Page, from: Point, to: Point) {
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [from]);
  const steps = 6;
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps;
    await send("touchMove", [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
  }
  await send("touchEnd", []);
  await session.detach();
}
