import { type RefObject, useEffect, useRef } from "react";
import type { Host } from "./host";

/**
 * Tells the loader how high the content is, whenever that changes. The element must have no height that depends on
 * the frame's: the two would push each other.
 *
 * @param isOn off where the content takes what height there is.
 */
export function useMeasuredHeight(host: Host, isOn: boolean): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!isOn || !current) return;
    let told: number | undefined;
    const measure = () => {
      const height = Math.ceil(current.getBoundingClientRect().height);
      if (height === told) return;
      told = height;
      host.send({ type: "height", height });
    };
    // Observers are silent while the frame is hidden: the first height, and the one on opening, are measured here.
    measure();
    const stopListening = host.listen(({ type }) => type === "visibility" && measure());
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => {
      observer.disconnect();
      stopListening();
    };
  }, [host, isOn]);
  return element;
}
