/** Events that only a present visitor causes. No pointer moves: the page may move under a pointer that rests. */
const ACTIVITY_EVENTS = ["pointerdown", "keydown", "wheel", "touchmove", "focusin"] as const;

/** Marks elements whose own handlers decide about activity: events inside them are ignored. */
export const IGNORES_ACTIVITY = "data-ignores-activity";

/** Calls `onActivity` at each activity of the visitor on the page. Returns the function that stops it. */
export function watchActivity(window: Window, onActivity: () => void): () => void {
  const listener = ({ target }: Event) => {
    const isIgnored = target instanceof Element && target.closest(`[${IGNORES_ACTIVITY}]`);
    if (!isIgnored) onActivity();
  };
  // In the capturing phase, so that no handler on the page can stop the event before.
  const options = { capture: true, passive: true };
  for (const event of ACTIVITY_EVENTS) window.addEventListener(event, listener, options);
  return () => {
    for (const event of ACTIVITY_EVENTS) window.removeEventListener(event, listener, options);
  };
}
