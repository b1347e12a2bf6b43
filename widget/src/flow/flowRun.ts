import type { FlowEffect, FlowEvent, Report, Update, View } from "../engine/types";
import { createListeners } from "../listeners";
import { mergeUpdate } from "./mergeUpdate";

/** A flow that visitors answer on this page. */
export interface FlowRun {
  /** Returns the current view; the same object until something changes. */
  view(): View;
  /** Returns how often the flow has restarted for another visitor; 0 for the first. */
  round(): number;
  /** Calls `listener` after each change. Returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Passes an event to the engine, shows what it changed, then performs its effects. */
  send: Send;
  report(): RunReport;
}

/** The content of an error report: the visitor's last actions, without answers. */
export interface RunReport extends Report {
  /** The entries of the outbox: `kept` for the network, or the reason why one can never be sent. */
  outbox?: string[];
  /** Why the server did not take what is known about the visitor: a code or a status. */
  customerError?: string;
}

export type Send = (event: FlowEvent) => void;

/** Performs an effect of the engine; results come back through `send`. */
export type PerformEffect = (effect: FlowEffect, send: Send) => void;

/** The part of the engine's session that a run uses. */
interface Session {
  view(): View;
  update(event: FlowEvent): Update;
  report(): RunReport;
}

/**
 * Starts a run.
 *
 * @param clock returns milliseconds since the session's start: the engine itself has no clock.
 * @param onRestart called when the flow has restarted for another visitor.
 */
export function startFlowRun(
  session: Session,
  clock: () => number,
  perform: PerformEffect,
  onRestart: () => void = () => {},
): FlowRun {
  const listeners = createListeners();
  let view = session.view();
  let round = 0;

  function send(event: FlowEvent) {
    const update = session.update({ ...event, at: clock() });
    const merged = mergeUpdate(view, update);
    if (mayRestart(event) && update.view) {
      round += 1;
      onRestart();
    }
    if (merged !== view) {
      view = merged;
      listeners.notify();
    }
    for (const effect of update.effects) perform(effect, send);
  }

  return {
    view: () => view,
    round: () => round,
    subscribe: listeners.add,
    send,
    report: () => session.report(),
  };
}

/** Returns whether the engine restarts the flow after an event, or refuses to: then the update has no whole view. */
function mayRestart({ type, timer }: FlowEvent): boolean {
  return type === "reset" || (type === "timer" && timer === "idle");
}
