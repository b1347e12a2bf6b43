import type { FileAnswer, FlowEffect, FlowEvent } from "../engine/types";
import type { StoredFile, StoredRun } from "../run/storedRuns";
import type { ReplaySession } from "./resumedRun";

/** The event that ends each kind of request about a question. */
const RESULTS = {
  dynamic_request: "looked_up",
  binding_request: "looked_up",
  send_code: "code_sent",
  verify_code: "code_verified",
} as const;

/**
 * Lets a fresh session go through what has happened in a run. What had not ended when the page went away has failed: requests,
 * and uploads. Files that nobody has any more are taken out of their answers, on the page where they can be added again. All
 * of that belongs to the run from then on.
 *
 * Returns the effects that are still to be performed: timers that were running, and what follows from those failures.
 *
 * @param run the run; it is changed.
 * @param gone the ids of the files that nobody has any more.
 */
export function replayRun(
  session: ReplaySession,
  run: StoredRun,
  gone: ReadonlySet<string> = new Set(),
): FlowEffect[] {
  const open = new Map<number, FlowEffect>();
  const timers = new Map<string, FlowEffect>();
  const uploading = new Set<string>();
  const follow: FlowEffect[] = [];
  const at = run.events.at(-1)?.at ?? 0;

  for (const event of run.events) {
    if (event.type === "timer") timers.delete(event.timer);
    if ("requestId" in event && event.requestId !== undefined) open.delete(event.requestId);
    if (event.type === "uploading" && event.uploads !== "none") uploading.add(event.questionId);
    else if (event.type === "uploading") uploading.delete(event.questionId);
    for (const effect of session.update(event).effects) {
      if ("requestId" in effect) open.set(effect.requestId, effect);
      if (effect.type === "schedule") timers.set(effect.timer, effect);
    }
  }
  function happen(event: FlowEvent) {
    const timed = { ...event, at };
    run.events.push(timed);
    const { effects } = session.update(timed);
    for (const effect of effects) if ("requestId" in effect) open.set(effect.requestId, effect);
    follow.push(...effects);
  }
  function failOpen() {
    const failures = [...open.values()].map(failureOf);
    open.clear();
    for (const failure of failures) if (failure) happen(failure);
  }
  for (const questionId of uploading) happen({ type: "uploading", questionId, uploads: "none" });
  failOpen();
  const isSome = Object.values(run.files ?? {}).some((files) => files.some(({ id }) => gone.has(id)));
  // What would be sent now has a file that nobody has.
  while (isSome && open.size > 0) failOpen();
  if (isSome) takeOut(session, run, gone, happen);
  run.unsent = {};
  const isStillOpen = (effect: FlowEffect) => !("requestId" in effect) || open.has(effect.requestId);
  return [...timers.values(), ...follow.filter(isStillOpen)];
}

/** Takes files out of the answers of a run, and goes back as far as they were asked for: answers are given on their page only. */
function takeOut(
  session: ReplaySession,
  run: StoredRun,
  gone: ReadonlySet<string>,
  happen: (event: FlowEvent) => void,
) {
  const affected = new Set<string>();
  const files = Object.entries(run.files ?? {}).map(([questionId, all]) => {
    const left = all.filter(({ id }) => !gone.has(id));
    if (left.length < all.length) affected.add(questionId);
    return [questionId, left] as const;
  });
  run.files = Object.fromEntries(files);
  while (affected.size > 0) {
    const { elements, canGoBack, stateId } = session.view();
    for (const element of elements) {
      const questionId = "questionId" in element ? element.questionId : undefined;
      if (questionId === undefined || !affected.delete(questionId)) continue;
      const left = answersOf(run.files[questionId] ?? []);
      happen({ type: "answered", questionId, ...(left.length > 0 && { answer: { files: left } }) });
    }
    if (affected.size === 0 || !canGoBack) return;
    happen({ type: "back" });
    // Where the engine does not go back, it would never end.
    if (session.view().stateId === stateId) return;
  }
}

/** Returns files as answers name them. */
function answersOf(files: readonly StoredFile[]): FileAnswer[] {
  return files.map(({ uploadedAt: _, isTaken: __, ...file }) => file);
}

function failureOf(effect: FlowEffect): FlowEvent | undefined {
  if (!("requestId" in effect)) return undefined;
  const failed = { requestId: effect.requestId, status: 0 };
  if (effect.type === "submit_feedback") return { type: "submitted", ...failed };
  if (effect.type === "unsubscribe") return { type: "unsubscribed", channel: effect.channel, ...failed };
  return { type: RESULTS[effect.type], questionId: effect.questionId, ...failed };
}
