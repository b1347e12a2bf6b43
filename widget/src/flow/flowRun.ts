import type { FlowEffect, FlowEvent, Report, Update, View } from "../engine/types";
import { mergeUpdate } from "./mergeUpdate";

/** One visitor's run through a flow: the view to show, and the way to say what happened. */
export interface FlowRun {
  /** The present view; the same object until something changes. */
  view(): View;
  /** How often the flow has begun anew: 0 for the first visitor. A page of another round is another page. */
  round(): number;
  /** Calls `listener` after each change. Returns the way to stop it. */
  subscribe(listener: () => void): () => void;
  /** Hands an event to the engine, shows what it changed, then has its effects performed. */
  send: Send;
  /** What an error report may say of the run: what was done, nothing that was answered. */
  report(): Report;
}

export type Send = (event: FlowEvent) => void;

/** Does what the engine asked for; results come back through `send`. */
export type PerformEffect = (effect: FlowEffect, send: Send) => void;

/** What a run needs of the engine's session. */
interface Session {
  view(): View;
  step(event: FlowEvent): Update;
  report(): Report;
}

/**
 * Starts a run.
 *
 * @param clock gives milliseconds since the session's start: the engine itself has no clock.
 * @param onAnew the flow has begun anew, for another visitor.
 */
export function startFlowRun(
  session: Session,
  clock: () => number,
  perform: PerformEffect,
  onAnew: () => void = () => {},
): FlowRun {
  const listeners = new Set<() => void>();
  let view = session.view();
  let round = 0;

  function send(event: FlowEvent) {
    const update = session.step({ ...event, at: clock() });
    const merged = mergeUpdate(view, update);
    if (asksToBeginAnew(event) && update.view) {
      round += 1;
      onAnew();
    }
    if (merged !== view) {
      view = merged;
      for (const listener of listeners) listener();
    }
    for (const effect of update.effects) perform(effect, send);
  }

  return {
    view: () => view,
    round: () => round,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
    report: () => session.report(),
  };
}

/** Events after which the engine begins anew, or refuses: then it has no whole view to show. */
function asksToBeginAnew({ type, timer }: FlowEvent): boolean {
  return type === "reset" || (type === "timer" && timer === "idle");
}
