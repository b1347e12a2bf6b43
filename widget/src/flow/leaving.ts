import type { FlowEvent, Update } from "../engine/types";

/** Sees to it that the visitor's last answers leave the page with them, where partial saving is on. */
export interface Leaving {
  note(event: FlowEvent, update: Update): void;
  /** Begins to watch. Returns the function that stops it. */
  start(): () => void;
}

/** What may be answered while a save is under way, so that another save waits for it. */
const ANSWERS = ["answered", "uploaded", "looked_up"];

/**
 * @param send passes an event to the engine.
 * @param flush sends at once what is open.
 */
export function createLeaving(send: (event: FlowEvent) => void, flush: () => void): Leaving {
  /** The partial save under way. */
  let requestId: number | undefined;
  let isOneWaiting = false;

  function leave() {
    // The page is not going to see how it ends. So the engine continues with the save that waits for it.
    if (requestId !== undefined && isOneWaiting) send({ type: "submitted", requestId, status: 0 });
    flush();
  }
  function handleVisibility() {
    if (document.visibilityState === "hidden") leave();
  }

  return {
    note(event, { effects }) {
      isOneWaiting ||= requestId !== undefined && ANSWERS.includes(event.type);
      if (event.type === "submitted" && event.requestId === requestId) requestId = undefined;
      for (const effect of effects) {
        if (effect.type !== "submit_feedback") continue;
        requestId = effect.partial ? effect.requestId : undefined;
        isOneWaiting = false;
      }
    },
    start() {
      // Phones end a hidden page without another event.
      document.addEventListener("visibilitychange", handleVisibility);
      window.addEventListener("pagehide", leave);
      return () => {
        document.removeEventListener("visibilitychange", handleVisibility);
        window.removeEventListener("pagehide", leave);
      };
    },
  };
}
