import { inBackground } from "../basics/inBackground";
import { createListeners } from "../basics/listeners";
import type {
  ElementView,
  FlowEffect,
  FlowEvent,
  QuestionElement,
  Report,
  TimedEvent,
  Update,
  View,
} from "../engine/types";
import { keepUnchanged } from "./keepUnchanged";
import { mergeUpdate } from "./mergeUpdate";

/** A flow that visitors answer on this page. */
export interface FlowRun {
  /** Returns the current view; the same object until something changes. */
  view(): View;
  /** Returns how often the flow has restarted for another visitor; 0 for the first. */
  round(): number;
  /** Returns how far the engine has come. */
  engine(): EngineStatus;
  /** Calls `listener` after each change. Returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  /**
   * Passes an event to the engine, shows what it changed, then performs its effects. Until the engine runs, events wait
   * in a queue.
   */
  send: Send;
  /** Starts the engine behind a first view that is shown, or again after a failure; else changes nothing. */
  startEngine(): void;
  /** Shows another run in place of this one: the visitor continues with what was left earlier, or starts over. */
  replace(driver: RunDriver): void;
  report(): RunReport;
}

/**
 * How far the engine has come. It runs from the beginning, or it starts behind the first view. `awaited`: the visitor has
 * asked for the next page meanwhile. `failed`: it could not be started. `retrying`: it is started again.
 */
export type EngineStatus = "running" | "starting" | "awaited" | "failed" | "retrying";

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

/** Returns the milliseconds since the session's start: the engine itself has no clock. */
export type Clock = () => number;

/** What moves a run. */
export interface RunDriver {
  session: {
    view(): View;
    update(event: TimedEvent): Update;
    report(): RunReport;
  };
  perform: PerformEffect;
  /** Called when the flow has restarted for another visitor. */
  onRestart?(): void;
  /** What the engine must know before the visitor's first act. */
  events?: FlowEvent[];
  /** What is still to be performed of a run that is continued. */
  effects?: FlowEffect[];
  /** Called when another driver moves the run. */
  stop?(): void;
  /** Called when the run moves. */
  onRunning?(run: Pick<FlowRun, "view" | "send">): void;
}

/** Starts a run whose engine is there. */
export function startFlowRun(driver: RunDriver, clock: Clock): FlowRun {
  const { run, connect } = createRun(driver.session.view(), clock, "running");
  connect(driver);
  return run;
}

/**
 * Starts a run that shows a view before its engine is there (docs/engine.md#first-view).
 *
 * @param first what the engine will show, too.
 * @param start starts the engine; called when the view is shown, and once more after each failure.
 */
export function startFlowRunBehind(first: View, clock: Clock, start: () => Promise<RunDriver>): FlowRun {
  const { run, connect, setStatus } = createRun(first, clock, "starting");
  let isStarting = false;

  async function attempt() {
    try {
      connect(await start());
    } catch (error) {
      console.error("The engine could not be started:", error);
      isStarting = false;
      setStatus("failed");
    }
  }
  return {
    ...run,
    startEngine() {
      if (isStarting || run.engine() === "running") return;
      isStarting = true;
      if (run.engine() === "failed") {
        setStatus("retrying");
        void attempt();
      } else inBackground(attempt);
    },
  };
}

function createRun(first: View, clock: Clock, initial: EngineStatus) {
  const listeners = createListeners();
  /** The events that the engine has not seen, in order. */
  const queue: TimedEvent[] = [];
  let driver: RunDriver | undefined;
  let status = initial;
  let view = first;
  let round = 0;

  function show(next: View, nextStatus = status) {
    if (next === view && nextStatus === status) return;
    view = next;
    status = nextStatus;
    listeners.notify();
  }

  /** Passes an event to the engine and returns the view after it, with the effects. */
  function handle({ session, onRestart }: RunDriver, before: View, event: TimedEvent) {
    const update = session.update(event);
    const { view: whole, effects } = update;
    if (!mayRestart(event) || !whole) return { after: mergeUpdate(before, update), effects };
    round += 1;
    onRestart?.();
    // Nothing is kept: the next visitor gets a page of their own, even if it looks the same.
    return { after: whole, effects };
  }

  function send(event: FlowEvent) {
    const timed = { ...event, at: clock() };
    if (!driver) {
      queue.push(timed);
      const isMove = status === "starting" && (event.type === "next" || event.type === "skip");
      return show(showQueued(view, event), isMove ? "awaited" : status);
    }
    const { after, effects } = handle(driver, view, timed);
    show(after);
    perform(driver, effects);
  }

  function perform(by: RunDriver, effects: readonly FlowEffect[]) {
    // What a replaced run has asked for is no answer to this one.
    const reply: Send = (event) => by === driver && send(event);
    for (const effect of effects) by.perform(effect, reply);
  }

  /** Lets the engine catch up with what has happened, then shows where that has led. */
  function connect(started: RunDriver) {
    const { session, events = [], onRunning } = started;
    let caughtUp = session.view();
    const effects: FlowEffect[] = [];
    for (const event of [...events.map((event) => ({ ...event, at: 0 })), ...queue]) {
      const outcome = handle(started, caughtUp, event);
      caughtUp = outcome.after;
      effects.push(...outcome.effects);
    }
    queue.length = 0;
    driver = started;
    show(keepUnchanged(view, caughtUp), "running");
    perform(started, effects);
    onRunning?.(run);
  }

  function replace(next: RunDriver) {
    driver?.stop?.();
    driver = next;
    round += 1;
    show(next.session.view(), "running");
    for (const event of next.events ?? []) send(event);
    perform(next, next.effects ?? []);
    next.onRunning?.(run);
  }

  const run: FlowRun = {
    replace,
    view: () => view,
    round: () => round,
    engine: () => status,
    subscribe: listeners.add,
    send,
    startEngine() {},
    report: () =>
      driver?.session.report() ?? { actions: queue.map(({ type }) => type), firstResponseMs: undefined },
  };
  return { run, connect, setStatus: (next: EngineStatus) => show(view, next) };
}

/** Shows an answer as the visitor gave it, until the engine has seen it. Nothing else changes by itself. */
function showQueued(view: View, event: FlowEvent): View {
  if (event.type !== "answered" && event.type !== "uploaded") return view;
  const { type, questionId, answer } = event;
  const isAsked = (element: ElementView): element is QuestionElement =>
    "questionId" in element && element.questionId === questionId;
  const asked = view.elements.find(isAsked);
  if (!asked) return view;
  const files = [...(asked.answer?.files ?? []), ...(answer?.files ?? [])];
  const shown = type === "uploaded" ? { files } : answer;
  return mergeUpdate(view, { effects: [], changes: [{ id: asked.id, ...(shown && { answer: shown }) }] });
}

/** Returns whether the engine restarts the flow after an event, or refuses to: then the update has no whole view. */
function mayRestart(event: FlowEvent): boolean {
  return event.type === "reset" || (event.type === "timer" && event.timer === "idle");
}
