import type { ElementChange, ElementView, PageStatus, QuestionElement, Update, View } from "../engine/types";
import { keepUnchanged } from "./keepUnchanged";

/**
 * Returns the view after an update, and leaves the one before as it is. Unchanged elements stay the same objects, so
 * that an answer renders one question and not the page.
 */
export function mergeUpdate(before: View, { view, status, order, shown, changes }: Update): View {
  if (view) return keepUnchanged(before, view);
  let after = before;
  if (status) after = withStatus(after, status);
  if (order || shown) after = { ...after, elements: withShown(after.elements, order, shown) };
  if (changes) after = { ...after, elements: withChanges(after.elements, changes) };
  return after;
}

/** Returns the elements that `order` names; `shown` has those that are new or have other options. */
function withShown(elements: ElementView[], order?: string[], shown: ElementView[] = []): ElementView[] {
  const known = new Map([...elements, ...shown].map((element) => [element.id, element]));
  const ids = order ?? elements.map(({ id }) => id);
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Applies a status. It is complete: what it does not name is over. */
function withStatus(
  { notice: _, unsubscribed: __, unsubscribeFailed: ___, ...page }: View,
  status: PageStatus,
): View {
  return { ...page, ...status };
}

function withChanges(elements: ElementView[], changes: ElementChange[]): ElementView[] {
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  return elements.map((element) => {
    const change = changeOf.get(element.id);
    return change ? withChange(element, change) : element;
  });
}

/** Applies a change. It is complete: an answer or message that it does not name is removed. */
function withChange(element: ElementView, change: ElementChange): ElementView {
  const { answer: _, message: __, ...question } = element as QuestionElement;
  return { ...question, ...change };
}
