import { type RefObject, useEffect, useRef, useState } from "react";

/** How far before it is reached a part of a page is loaded. */
const AHEAD = "400px";

/** Returns whether an element has been near the window's part of the page. */
export function useSeen<Kind extends Element>(): [RefObject<Kind | null>, boolean] {
  const element = useRef<Kind>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [element, isSeen];
}
