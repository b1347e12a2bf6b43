import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * Returns the current width of an element in pixels, measured before the first paint. The element's width, not the
 * window's: a preview of the widget is narrow on a wide screen.
 */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const measure = () => setWidth(box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
