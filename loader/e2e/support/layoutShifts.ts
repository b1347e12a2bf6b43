import type { Page } from "@playwright/test";

/** A part of the browser's report of a layout shift. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/**
 * Watches the layout shifts of all pages that are opened from now on, also those right after an act of the visitor. The
 * returned function lists what has moved from where to where.
 */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    (window as unknown as { e2eShifts: string[] }).e2eShifts = shifts;
    const name = (node?: Node) =>
      node instanceof Element ? `${node.localName}.${node.className}` : node?.nodeName;
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${width}×${height} at ${x}, ${y}`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        shifts.push(
          [
            value,
            ...sources.map((s) => `${name(s.node)}: ${place(s.previousRect)} → ${place(s.currentRect)}`),
          ].join("\n"),
        );
    }).observe({ type: "layout-shift", buffered: true });
  });
  return async () => {
    // Shifts are reported with the frame that they happen in.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return page.evaluate(() => (window as unknown as { e2eShifts: string[] }).e2eShifts);
  };
}
