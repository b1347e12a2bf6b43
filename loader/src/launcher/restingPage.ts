import { listen } from "../basics/listeners.ts";
import { pristine } from "../basics/pristineGlobals.ts";

/** The longest time to wait for the page's `load` once it has been parsed, and then for a moment of rest. */
export const LOAD_WAIT_MS = 10_000;
export const REST_WAIT_MS = 2_000;

/**
 * Calls back once, when the page has loaded and is at rest. Frameworks that take over a document which a server has
 * rendered throw all of it away if they find an element that is not theirs (React 18: errors 418 and 423); that is over
 * by then. Nor does the widget take time from a page that is still busy, or appear on one that nobody may ever see.
 *
 * @returns ends the wait, because somebody asks for the widget: calls back as soon as the page has been parsed.
 */
export function whenAtRest(callback: () => void): () => void {
  const { document } = window;
  const { clearTimeout } = pristine;
  let isParsed = false;
  let isHurried = false;
  let isDone = false;
  let timer: number | undefined;

  const finish = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    callback();
  };
  const wait = (onTimeout: () => void, milliseconds: number) => {
    clearTimeout(timer);
    timer = pristine.setTimeout(onTimeout, milliseconds);
  };
  const onLoad = () => {
    try {
      wait(finish, REST_WAIT_MS);
      const { scheduler, requestIdleCallback } = pristine as Partial<IdleGlobals>;
      if (scheduler) scheduler.postTask(finish, { priority: "background" });
      else requestIdleCallback?.(finish);
    } catch {
      // The host has replaced one of them with something that throws.
      finish();
    }
  };
  const onParsed = () => {
    isParsed = true;
    if (isHurried) finish();
    else if (document.readyState === "complete") onLoad();
    else {
      // Follows the page's last resource, right before its `load`.
      listen(document, "readystatechange", onLoad);
      try {
        wait(onLoad, LOAD_WAIT_MS);
      } catch {}
    }
  };
  const onActive = () => {
    if (document.readyState === "loading") listen(document, "DOMContentLoaded", onParsed);
    else onParsed();
  };
  if ((document as { prerendering?: boolean }).prerendering) listen(document, "prerenderingchange", onActive);
  else onActive();
  return () => {
    isHurried = true;
    if (isParsed) finish();
  };
}

/** What some browsers have, to do something when there is nothing more important to do. */
interface IdleGlobals {
  scheduler: { postTask(callback: () => void, options: { priority: "background" }): void };
  requestIdleCallback(callback: () => void): void;
}
