import { stopMotionOnPress } from "./scrollAfterPause";

/**
 * Scrolls an element of the flow into view, as far as it is not.
 *
 * @param show does so where another page scrolls.
 */
export function scrollToElement(
  elementId: string,
  instant: boolean,
  show?: (element: Element) => void,
): void {
  const element = find(elementId);
  if (show && element) {
    show(element);
    return;
  }
  const isStill = instant || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  element?.scrollIntoView({ behavior: isStill ? "auto" : "smooth", block: "nearest" });
  if (element && !isStill) stopMotionOnPress(element);
}

/**
 * Focuses an element's control: in a part that is missing, or one that is invalid itself, else the selected one of a group of options.
 *
 * @param show brings the element into view where the browser does not, because another page scrolls.
 */
export function focusElement(elementId: string, show?: (element: Element) => void): void {
  const element = find(elementId);
  const controls = CONTROLS.map((selector) => element?.querySelector<HTMLElement>(selector));
  controls.find((control) => control)?.focus();
  if (element) show?.(element);
}

/** Best first: buttons belong to the inputs beside them. */
const CONTROLS = [
  "[data-missing] input",
  'input[aria-invalid="true"]',
  "input:checked",
  "input, textarea, select",
  "button, a[href]",
] as const;

function find(elementId: string): Element | null {
  return document.querySelector(`[data-element="${CSS.escape(elementId)}"]`);
}
