import type { View } from "../engine/types";

/**
 * Returns a view that equals `after` and consists of the objects of `before` where nothing has changed, so that what is
 * shown already is not rendered again.
 */
export function keepUnchanged(before: View, after: View): View {
  if (isEqual(before, after)) return before;
  const known = new Map(before.elements.map((element) => [element.id, element]));
  const elements = after.elements.map((element) => {
    const shown = known.get(element.id);
    return shown && isEqual(shown, element) ? shown : element;
  });
  return { ...after, elements };
}

/** Compares JSON values. An absent field is the same as an undefined one, and the order of fields means nothing. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b)) {
    return false;
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isEqual(a[key as never], b[key as never]));
}
