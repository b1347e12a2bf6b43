/** What a visitor does who is busy already. */
const ACTS = ["pointerdown", "keydown", "wheel"] as const;

/**
 * Scrolls after a pause, unless the visitor acts meanwhile: what they aim at must not move away under finger or pointer. What
 * they have done before does not count.
 */
export function scrollAfterPause(ms: number, scroll: () => void): void {
  const stop = () => {
    clearTimeout(timer);
    for (const act of ACTS) window.removeEventListener(act, stop, true);
  };
  const timer = setTimeout(() => {
    stop();
    scroll();
  }, ms);
  for (const act of ACTS) window.addEventListener(act, stop, { capture: true, passive: true });
}

/** Ends the motion in which an element is scrolled into view as soon as the visitor presses something. */
export function stopMotionOnPress(element: Element): void {
  const stop = () => {
    for (let box = element.parentElement; box; box = box.parentElement) {
      if (box.scrollTop > 0) box.scrollTo({ top: box.scrollTop, behavior: "instant" });
    }
  };
  window.addEventListener("pointerdown", stop, { capture: true, once: true });
  const forget = () => window.removeEventListener("pointerdown", stop, true);
  document.addEventListener("scrollend", forget, { capture: true, once: true });
}
