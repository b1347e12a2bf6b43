import { useEffect, useLayoutEffect, useRef } from "react";

/** How far the list of each filter was scrolled, as long as the console is open. */
const places = new Map<string, number>();

/** Keeps how far a list is scrolled, also while another page is shown. Returns what the element that scrolls is named by. */
export function useKeptPlace(name: string, isShown: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isShown) scroller.current?.scrollTo({ top: places.get(name) ?? 0 });
  }, [name, isShown]);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !isShown) return;
    const keep = () => places.set(name, element.scrollTop);
    element.addEventListener("scroll", keep, { passive: true });
    return () => element.removeEventListener("scroll", keep);
  }, [name, isShown]);
  return scroller;
}
