/** What only somebody who is there does. Not the pointer's moves: one that rests on a moving page "moves" too. */
const ACTS = ["pointerdown", "keydown", "wheel", "touchmove", "focusin"] as const;

/** Marks where acts say themselves what they mean, and do not count by happening. */
export const ACTS_BY_ITSELF = "data-acts-by-itself";

/** Calls `onAct` with each act of the visitor anywhere on the page. Returns the way to stop it. */
export function watchActs(window: Window, onAct: () => void): () => void {
  const listen = ({ target }: Event) => {
    const isOwn = target instanceof Element && target.closest(`[${ACTS_BY_ITSELF}]`);
    if (!isOwn) onAct();
  };
  // In the capturing phase: nobody can keep an act from being seen.
  const options = { capture: true, passive: true };
  for (const act of ACTS) window.addEventListener(act, listen, options);
  return () => {
    for (const act of ACTS) window.removeEventListener(act, listen, options);
  };
}
