import { pristine } from "../basics/pristineGlobals.ts";
import type { Box } from "./geometry.ts";

/**
 * Sets all styles of an element in the host's document. They are `!important`, so that no rule of the host applies. A
 * strict Content-Security-Policy allows styles that are set through the style object.
 *
 * @param css declarations, each with a semicolon after it.
 * @param changeable further declarations, which `!important` rules of the host replace.
 */
export function setStyle(element: HTMLElement, css: string, changeable = ""): void {
  const replaceAll = pristine.String.prototype.replaceAll as (from: string, to: string) => string;
  const text = replaceAll.call(css, ";", "!important;") + changeable;
  pristine.Reflect.set(pristine.CSSStyleDeclaration.prototype, "cssText", text, styleOf(element));
}

/** Returns the element's own style. */
export function styleOf(element: HTMLElement): CSSStyleDeclaration {
  return pristine.Reflect.get(pristine.HTMLElement.prototype, "style", element);
}

/** Everything else is as in a page without styles. A dark page would give transparent frames an opaque background. */
export const INITIAL = "all:initial;display:block;position:absolute;color-scheme:light;";

/** Returns the styles that place an element in the window and give it its size. */
export function boxStyle({ top, right, width, height }: Box): string {
  return `${INITIAL}top:${top}px;right:${right}px;width:${width}px;height:${height}px;border:0;`;
}

/**
 * Returns the styles with which an element fades in or out, for visitors who prefer that without motion: it is there
 * from the start of its appearance to the end of its disappearance. The container ignores pointers; what is visible in
 * it accepts them.
 *
 * @param motion further transitions, from the duration of this one.
 */
export function fadeStyle(visible: boolean, motion: (duration: string) => string = () => ""): string {
  const isReduced = pristine.matchMedia("(prefers-reduced-motion:reduce)").matches;
  const duration = `${isReduced ? 0 : ANIMATION_MS}ms`;
  return (
    `transition:${motion(duration)}opacity ${duration},visibility 0s ${visible ? "0s" : duration};` +
    (visible ? VISIBLE : HIDDEN)
  );
}

/** The duration of opening and closing. */
const ANIMATION_MS = 250;

export const VISIBLE = "visibility:visible;opacity:1;pointer-events:auto;";
export const HIDDEN = "visibility:hidden;opacity:0;pointer-events:none;";

/** Sets what floats above the page off from it. */
export const SHADOW = "0 1px 3px rgba(15,23,42,.16),0 8px 24px -4px rgba(15,23,42,.36)";
