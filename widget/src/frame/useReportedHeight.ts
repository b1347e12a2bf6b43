import { type RefObject, useEffect, useRef } from "react";
import type { LoaderConnection } from "./loaderConnection";

/**
 * Reports the height of an element to the loader, initially and after each change. The element's height must not depend
 * on the height of the frame, because the frame follows it.
 *
 * @param isEnabled false if the content fills the frame.
 */
export function useReportedHeight(
  loader: LoaderConnection,
  isEnabled: boolean,
): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!isEnabled || !current) return;
    let reported: number | undefined;
    const measure = () => {
      const height = Math.ceil(current.getBoundingClientRect().height);
      if (height === reported) return;
      reported = height;
      loader.send({ type: "height", height });
    };
    // Resize observers do not fire in a hidden frame: measures at the start and on opening.
    measure();
    const stopListening = loader.listen(({ type }) => type === "visibility" && measure());
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => {
      observer.disconnect();
      stopListening();
    };
  }, [loader, isEnabled]);
  return element;
}
