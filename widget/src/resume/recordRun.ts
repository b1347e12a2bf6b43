import type { FlowEffect, FlowEvent, Update } from "../engine/types";
import { type StoredRun, storeRun } from "../storage/storedRuns";

/** Most events and characters of a run that are stored. What is longer can be finished, but not gone on with later (docs/constants.md#limits). */
const MOST_EVENTS = 2_000;
const MOST_CHARACTERS = 200_000;

/** What the host page or the browser tells anew each time. */
const NOT_OF_THE_RUN = ["customer", "online", "offline"];

/** Writes down what happens in a run, so that it can be gone on with after a reload, a crash, or in another tab. */
export interface RunRecorder {
  note(event: FlowEvent, update: Update): void;
}

/** @param run the run as it is at its beginning, or where it is gone on with; it is changed. */
export function createRunRecorder(nodeId: string, flowId: string, run: StoredRun): RunRecorder {
  /** Whether the last event may be replaced by the next answer to the same question. */
  let isReplaceable = false;
  let isOver = false;
  let hasAnswers = run.events.length > 0;

  const store = (stored: StoredRun | undefined) => storeRun(nodeId, flowId, stored, Date.now());

  return {
    note(event, update) {
      if (isOver || NOT_OF_THE_RUN.includes(event.type)) return;
      const { events } = run;
      const last = events.at(-1);
      const isSame = event.type === "answered" && last?.type === event.type;
      // What changed nothing else leaves no trace once there is another answer.
      if (isSame && isReplaceable && last.questionId === event.questionId) events.pop();
      events.push(event);
      isReplaceable = isWithoutConsequences(update);
      hasAnswers ||= event.type === "answered";
      // A file is in the memory of its page.
      const isTooMuch = event.type === "uploading" || events.length > MOST_EVENTS;
      const ends = update.effects.some(isEnd);
      isOver = isTooMuch || update.effects.some(({ type }) => type === "record_submitted");
      if (!hasAnswers) return;
      run.savedAt = Date.now();
      const fits = JSON.stringify(events).length <= MOST_CHARACTERS;
      // A complete feedback is in the outbox.
      store(isOver || ends || !fits ? undefined : run);
    },
  };
}

function isWithoutConsequences({ view, order, shown, effects }: Update): boolean {
  return !view && !order && !shown?.length && !effects.some((effect) => "requestId" in effect);
}

function isEnd(effect: FlowEffect): boolean {
  return (effect.type === "submit_feedback" && !effect.partial) || effect.type === "save_offline";
}
