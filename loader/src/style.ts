import type { Place } from "./frame/geometry.ts";
import { clean } from "./realm.ts";

/**
 * Styles an element in the host's document so that no rule of the host reaches it: everything starts at its
 * initial value, and all of it is important. Through the style object, which a strict policy allows.
 *
 * @param css declarations, each with a semicolon after it.
 */
export function setStyle(element: HTMLElement, css: string): void {
  const style = clean.Reflect.get(clean.HTMLElement.prototype, "style", element);
  const replaceAll = clean.String.prototype.replaceAll as (from: string, to: string) => string;
  const text = replaceAll.call(`all:initial;${css}`, ";", "!important;");
  clean.Reflect.set(clean.CSSStyleDeclaration.prototype, "cssText", text, style);
}

/** An element with its place in the window and rounded corners. */
export function placeStyle(place: Place, width: number, height: number, radius: string): string {
  return (
    `display:block;position:absolute;${place.side}:${place.offset}px;right:${place.right}px;` +
    `width:${width}px;height:${height}px;border:0;border-radius:${radius};` +
    // Else a page with a dark scheme puts an opaque ground behind what is transparent.
    "color-scheme:light;"
  );
}

/** The container takes no pointer; what can be seen in it does. */
export const VISIBLE = "visibility:visible;opacity:1;pointer-events:auto;";
