import { pristine, setAttribute } from "../basics/pristineGlobals.ts";
import { styleOf } from "../layout/style.ts";

/**
 * Keeps the visitor from the host page: nothing on it can be reached, and it does not scroll. The returned function
 * restores what was there before.
 */
export function blockHost(): () => void {
  const { documentElement: root, body } = document;
  const { hasAttribute, removeAttribute } = pristine.Element.prototype;
  const wasInert = hasAttribute.call(body, "inert");
  const hadStyle = hasAttribute.call(root, "style");
  // The place of a scroll bar stays free, so that the page keeps its width.
  const hasScrollBar = window.innerWidth > root.clientWidth;

  setAttribute(body, "inert", "");
  const restoreX = override(root, "overflow-x", "hidden");
  const restoreY = override(root, "overflow-y", "hidden");
  const restoreGutter = hasScrollBar && override(root, "scrollbar-gutter", "stable");

  return () => {
    if (!wasInert) removeAttribute.call(body, "inert");
    restoreX();
    restoreY();
    if (restoreGutter) restoreGutter();
    // Chromium removes the attribute only if somebody has looked at it since it was changed.
    const hasStyle = hasAttribute.call(root, "style") && styleOf(root).length;
    if (!hadStyle && !hasStyle) removeAttribute.call(root, "style");
  };
}

/** Sets a property of an element's own style. The returned function restores what was there. */
function override(element: HTMLElement, name: string, value: string): () => void {
  const { getPropertyValue, getPropertyPriority, setProperty } = pristine.CSSStyleDeclaration.prototype;
  const style = styleOf(element);
  const before = getPropertyValue.call(style, name);
  const priority = getPropertyPriority.call(style, name);
  setProperty.call(style, name, value, "important");
  return () => setProperty.call(style, name, before, priority);
}
