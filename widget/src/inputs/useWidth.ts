import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * The width of an element in pixels, and what becomes of it. Known before the first picture. Its own, not the
 * window's: the preview of the widget is narrow on a wide screen.
 */
export function useWidth(element: RefObject<HTMLElement | null>): number {
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
