import type { Edge } from "pulsen-loader/protocol";

const FOCUSABLE =
  'a[href], button, input, textarea, select, summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]';

/** Focuses the first or the last element that Tab reaches. */
export function focusEdge(root: ParentNode, edge: Edge): void {
  const order = focusOrder(root);
  (edge === "first" ? order[0] : order.at(-1))?.focus();
}

/**
 * Focuses what the frame is opened for: the page of a flow, whose name a screen reader then says, or the box of a chat. Its header
 * comes before.
 */
export function focusContent(root: ParentNode): void {
  const content =
    root.querySelector<HTMLElement>("section[tabindex]") ??
    root.querySelector<HTMLElement>("main textarea") ??
    root.querySelector<HTMLElement>("main");
  content?.focus({ preventScroll: true });
}

/** Returns the end of the focus order that Tab or Shift+Tab would leave from `focused`; `undefined` inside the order. */
export function edgeToLeave(
  root: ParentNode,
  focused: Element | null,
  isBackwards: boolean,
): Edge | undefined {
  if (!focused) return undefined;
  const order = focusOrder(root);
  const edge = isBackwards ? "first" : "last";
  const end = isBackwards ? order[0] : order.at(-1);
  return end && tabStopOf(focused) === tabStopOf(end) ? edge : undefined;
}

/** Returns the elements that Tab reaches, in document order: no element has a `tabindex` above 0. */
function focusOrder(root: ParentNode): HTMLElement[] {
  const found = [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isReachable);
  const checkedGroups = new Set(found.filter(isCheckedRadio).map(tabStopOf));
  // Tab stops once in a group of radio buttons: at the checked one, or at any if none is checked.
  return found.filter((element) => isCheckedRadio(element) || !checkedGroups.has(tabStopOf(element)));
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

/** Returns what Tab treats as one stop: the element itself, or its group of radio buttons. */
function tabStopOf(element: Element): Element | string {
  return isRadio(element) && element.name ? `radio ${element.name}` : element;
}

function isRadio(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "radio";
}
