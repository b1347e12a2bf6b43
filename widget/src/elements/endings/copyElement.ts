/**
 * Selects the text of an element and copies it. Not with `navigator.clipboard`, which frames of other sites and pages without
 * a secure context cannot use.
 *
 * @returns whether it was copied; it is selected in any case.
 */
export function copyElement(element: Element): boolean {
  getSelection()?.selectAllChildren(element);
  return document.execCommand("copy");
}
