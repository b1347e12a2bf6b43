import type { Edge } from "./protocol";

const FOCUSABLE =
  'a[href], button, input, textarea, select, summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]';

/** Focuses the first or the last thing that Tab would reach. */
export function focusEdge(root: ParentNode, edge: Edge): void {
  const order = focusOrder(root);
  (edge === "first" ? order[0] : order.at(-1))?.focus();
}

/** The end of the order of focus that Tab, or Shift+Tab, would leave from here; `undefined` within it. */
export function edgeToLeave(
  root: ParentNode,
  focused: Element | null,
  isBackwards: boolean,
): Edge | undefined {
  if (!focused) return undefined;
  const order = focusOrder(root);
  const edge = isBackwards ? "first" : "last";
  const end = isBackwards ? order[0] : order.at(-1);
  return end && stopOf(focused) === stopOf(end) ? edge : undefined;
}

/** What Tab stops at, in the document's order; nothing here has a `tabindex` of its own above 0. */
function focusOrder(root: ParentNode): HTMLElement[] {
  const found = [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isReachable);
  const checkedGroups = new Set(found.filter(isCheckedRadio).map(stopOf));
  // Tab stops once at a group of radio buttons: at the one that is checked, else at any.
  return found.filter((element) => isCheckedRadio(element) || !checkedGroups.has(stopOf(element)));
}

function isReachable(element: HTMLElement): boolean {
  return (
    !element.matches(":disabled") &&
    !element.closest("[inert], [hidden]") &&
    element.getClientRects().length > 0
  );
}

function isCheckedRadio(element: Element): boolean {
  return isRadio(element) && element.checked;
}

/** The thing that Tab stops at for an element: itself, or its group. */
function stopOf(element: Element): Element | string {
  return isRadio(element) && element.name ? `radio ${element.name}` : element;
}

function isRadio(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "radio";
}
