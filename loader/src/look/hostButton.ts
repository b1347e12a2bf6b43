import { pristine } from "../basics/pristineGlobals.ts";
import { type Color, parseColor, WHITE } from "./color.ts";
import { type ButtonLook, lookOf } from "./readLook.ts";

/** What host pages make their buttons of. One that is disabled looks unlike the others. */
const BUTTONS =
  "button:enabled,input[type=submit]:enabled,input[type=button]:enabled,[role=button],a[class*=btn],a[class*=button]";

/** How many of them are looked at. */
const MAX_BUTTONS = 100;

/** What counts of a button's size: what is larger is a bar, or a card. In pixels. */
const MAX_WIDTH = 320;
const MAX_HEIGHT = 64;

/** Returns the look of the largest button on the page that has a color of its own; `undefined` without one. */
export function hostButtonLook(): ButtonLook | undefined {
  const { getBoundingClientRect } = pristine.Element.prototype;
  const { min } = pristine.Math;
  const buttons = pristine.Document.prototype.querySelectorAll.call(document, BUTTONS);
  const page = pageColor();
  let largest = 0;
  let found: ButtonLook | undefined;
  for (let index = 0; index < buttons.length && index < MAX_BUTTONS; index++) {
    const button = buttons[index] as Element;
    const { width, height } = getBoundingClientRect.call(button);
    const area = min(width, MAX_WIDTH) * min(height, MAX_HEIGHT);
    const style = styleOf(button);
    const look = area > largest && style.visibility === "visible" && lookOf(style, page);
    if (!look) continue;
    largest = area;
    found = look;
  }
  return found;
}

/** The color of the page's background, which the root element shows where the body has none. */
function pageColor(): Color {
  const { body, documentElement } = document;
  const colorOf = (element: Element) => parseColor(styleOf(element).backgroundColor);
  return (body && colorOf(body)) ?? colorOf(documentElement) ?? WHITE;
}

function styleOf(element: Element): CSSStyleDeclaration {
  return pristine.getComputedStyle(element);
}
