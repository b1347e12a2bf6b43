import { listen } from "../basics/listeners.ts";
import { pristine } from "../basics/pristineGlobals.ts";

/** Notifies the host page. `isLeaving`: the page is being left, so that nothing that is posted to it arrives. */
export type Notify = (isLeaving: boolean) => void;

/** The messages that have not been sent. */
let waiting: Notify[] = [];

/** Sends the messages that wait when the visitor leaves: the tab is hidden or the page is left. To be called once. */
export function watchLeaving(): void {
  listen(window, "pagehide", () => flushDelayedMessages(true));
  listen(document, "visibilitychange", () => {
    if (document.visibilityState === "hidden") flushDelayedMessages();
  });
}

/**
 * Notifies the host page after a delay, or when the visitor leaves before. The frame cannot wait in the loader's place,
 * because a message that it posts while the page is left does not arrive.
 */
export function notifyBeforeLeaving(delayMs: number, notify: Notify): void {
  waiting[waiting.length] = notify;
  pristine.setTimeout(() => {
    const others: Notify[] = [];
    for (let index = 0; index < waiting.length; index++) {
      const other = waiting[index] as Notify;
      if (other !== notify) others[others.length] = other;
    }
    if (others.length === waiting.length) return;
    waiting = others;
    notify(false);
  }, delayMs);
}

/** Sends the messages that still wait: the visitor leaves, or the widget is about to be removed. */
export function flushDelayedMessages(isLeaving = false): void {
  const messages = waiting;
  waiting = [];
  for (let index = 0; index < messages.length; index++) (messages[index] as Notify)(isLeaving);
}
