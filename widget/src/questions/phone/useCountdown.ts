import { useEffect, useState } from "react";
import type { FormatNumber } from "../../texts/useText";

/** Returns the seconds that are left of a time, which starts over whenever `start` changes; 0 when it is over. */
export function useCountdown(seconds: number, start: unknown): number {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `start` begins the same time again.
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const update = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    update();
    if (seconds === 0) return undefined;
    const timer = setInterval(update, 500);
    return () => clearInterval(timer);
  }, [seconds, start]);
  return left;
}

/** Formats seconds as minutes and seconds, and hours where there are some: `0:29`, `1:00:00`. */
export function formatTime(seconds: number, format: FormatNumber): string {
  const two = (number: number) => format(number, { minimumIntegerDigits: 2 });
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60
    ? `${format(minutes)}:${rest}`
    : `${format(Math.floor(minutes / 60))}:${two(minutes % 60)}:${rest}`;
}
