import { type RefObject, useEffect, useRef } from "react";

/** Puts the focus on the first control of an element when it appears: it takes the place of what had the focus. */
export function useFirstFocus<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, []);
  return element;
}
