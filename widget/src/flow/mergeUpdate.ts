import type { ElementChange, ElementView, PageStatus, Update, View } from "../engine/types";

/**
 * The view after an update, without touching the one before. What did not change stays the same object, so
 * that a component can skip rendering by comparing references: an answer renders one question, not the page.
 */
export function mergeUpdate(before: View, { view, status, changes }: Update): View {
  if (view) return keepEqualElements(before, view);
  let after = before;
  if (status) after = withStatus(after, status);
  if (changes?.length) after = { ...after, elements: withChanges(after.elements, changes) };
  return after;
}

function withStatus({ notice: _, ...page }: View, status: PageStatus): View {
  return { ...page, ...status };
}

function withChanges(elements: ElementView[], changes: ElementChange[]): ElementView[] {
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  return elements.map((element) => {
    const change = changeOf.get(element.id);
    return change ? withChange(element, change) : element;
  });
}

/** An answer or message that the change does not name is gone. */
function withChange(element: ElementView, { answer, message }: ElementChange): ElementView {
  const changed = { ...element };
  delete changed.answer;
  delete changed.message;
  if (answer) changed.answer = answer;
  if (message) changed.message = message;
  return changed;
}

function keepEqualElements(before: View, after: View): View {
  const known = new Map(before.elements.map((element) => [element.id, element]));
  const elements = after.elements.map((element) => {
    const old = known.get(element.id);
    return old && isEqual(old, element) ? old : element;
  });
  return { ...after, elements };
}

/** Whether two plain values from the engine say the same. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([key, value]) => isEqual(value, right.get(key)));
}
