import { listen, onRemoval } from "../basics/listeners.ts";
import { pristine } from "../basics/pristineGlobals.ts";

/** Longest wait for the host page to be idle. */
const IDLE_MS = 5_000;

/** Calls back once the page has loaded and the browser has nothing better to do, unless the widget is removed before. */
export function whenIdle(callback: () => void): void {
  let isRemoved = false;
  onRemoval(() => {
    isRemoved = true;
  });
  const run = () => {
    if (!isRemoved) callback();
  };
  const wait = () => {
    // Not in every browser.
    const { requestIdleCallback } = pristine as Partial<Window>;
    if (requestIdleCallback) requestIdleCallback.call(pristine, run, { timeout: IDLE_MS });
    else pristine.setTimeout(run, 1);
  };
  if (document.readyState === "complete") wait();
  else listen(window, "load", wait);
}
