import type { Locator } from "@playwright/test";

export interface Target {
  name: string;
  width: number;
  height: number;
}

/**
 * Returns what can be pressed in a part of the page. What a label belongs to is as large as the label. Links in a text are as
 * high as its lines (WCAG 2.2, 2.5.8), and left out.
 */
export function targetsIn(part: Locator): Promise<Target[]> {
  return part.evaluate((element) => {
    const controls = element.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea");
    return Array.from(controls)
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => control.localName !== "a" || getComputedStyle(control).display !== "inline")
      .map((control) => {
        const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
        const name = control.getAttribute("aria-label") ?? control.textContent ?? "";
        return { name: `${control.localName} ${name}`, width: Math.round(width), height: Math.round(height) };
      });
  });
}
