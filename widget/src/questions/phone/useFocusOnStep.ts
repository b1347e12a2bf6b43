import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus into a step that has replaced another one, because the control that had it is gone. Does nothing where
 * the visitor has moved on to something else meanwhile.
 *
 * @param replaces whether this step came in place of another one.
 */
export function useFocusOnStep(replaces: boolean): RefObject<HTMLDivElement | null> {
  const step = useRef<HTMLDivElement>(null);
  const replaced = useRef(replaces);
  useEffect(() => {
    const { activeElement } = document;
    if (!replaced.current || (activeElement && activeElement !== document.body)) return;
    step.current?.querySelector<HTMLElement>("input, [tabindex]")?.focus();
  }, []);
  return step;
}
