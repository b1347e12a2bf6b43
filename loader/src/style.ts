import type { Placement } from "./frame/geometry.ts";
import { pristine } from "./pristineGlobals.ts";

/**
 * Sets all styles of an element in the host's document. Everything starts at its initial value and is `!important`, so
 * that no rule of the host applies. A strict Content-Security-Policy allows styles that are set through the style
 * object.
 *
 * @param css declarations, each with a semicolon after it.
 */
export function setStyle(element: HTMLElement, css: string): void {
  const style = pristine.Reflect.get(pristine.HTMLElement.prototype, "style", element);
  const replaceAll = pristine.String.prototype.replaceAll as (from: string, to: string) => string;
  const text = replaceAll.call(`all:initial;${css}`, ";", "!important;");
  pristine.Reflect.set(pristine.CSSStyleDeclaration.prototype, "cssText", text, style);
}

/** Returns the styles that place an element in the window and give it its size and rounded corners. */
export function placementStyle(
  { side, offset, right }: Placement,
  width: number,
  height: number,
  radius: string,
): string {
  return (
    `display:block;position:absolute;${side}:${offset}px;right:${right}px;` +
    `width:${width}px;height:${height}px;border:0;border-radius:${radius};` +
    // Otherwise a page with a dark color scheme gives transparent frames an opaque background.
    "color-scheme:light;"
  );
}

/** The container ignores pointers; its visible children accept them. */
export const VISIBLE = "visibility:visible;opacity:1;pointer-events:auto;";
