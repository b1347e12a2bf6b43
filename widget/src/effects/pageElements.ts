/** Scrolls an element of the flow into view. */
export function scrollToElement(elementId: string, instant: boolean): void {
  const isStill = instant || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  find(elementId)?.scrollIntoView({ behavior: isStill ? "auto" : "smooth", block: "center" });
}

/** Focuses an element's control; in a group of options the selected one. */
export function focusElement(elementId: string): void {
  const element = find(elementId);
  const control =
    element?.querySelector<HTMLElement>("input:checked") ?? element?.querySelector<HTMLElement>(CONTROLS);
  control?.focus();
}

const CONTROLS = "input, textarea, select, button, a[href]";

function find(elementId: string): Element | null {
  return document.querySelector(`[data-element="${CSS.escape(elementId)}"]`);
}
