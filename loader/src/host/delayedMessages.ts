import { listen } from "../listeners.ts";
import { pristine } from "../pristineGlobals.ts";

/** Notifies the host page. `isLeaving`: the page is being left, so that nothing that is posted to it arrives. */
export type Notify = (isLeaving: boolean) => void;

let waiting: Notify[] = [];

/**
 * Notifies the host page after a delay, or when the visitor leaves before: the tab is hidden or the page is left. The
 * frame cannot wait in the loader's place, because a message that it posts while the page is left does not arrive.
 */
export function notifyBeforeLeaving(delayMs: number, notify: Notify): void {
  let isDone = false;
  const notifyOnce: Notify = (isLeaving) => {
    if (isDone) return;
    isDone = true;
    notify(isLeaving);
  };
  waiting[waiting.length] = notifyOnce;
  pristine.setTimeout(() => notifyOnce(false), delayMs);
  listen(window, "pagehide", () => notifyOnce(true));
  listen(document, "visibilitychange", () => {
    if (document.visibilityState === "hidden") notifyOnce(false);
  });
}

/** Sends the messages that still wait: the widget is about to be removed. */
export function flushDelayedMessages(): void {
  const messages = waiting;
  waiting = [];
  for (let index = 0; index < messages.length; index++) (messages[index] as Notify)(false);
}
