import type { FlowEffect, FlowEvent, Update } from "../engine/types";
import type { StateTimes } from "../run/stateTimes";
import { type StoredFile, type StoredRun, storeRun } from "../run/storedRuns";
import type { Owner } from "../storage/owner";
import type { Uploads } from "../uploads/uploads";
import { holdFiles } from "./runRecord";

/** Most events and characters of a run that are stored. What is longer can be finished, but not gone on with later (docs/constants.md#limits). */
const MOST_EVENTS = 2_000;
const MOST_CHARACTERS = 200_000;

/** What the host page or the browser sets again each time. */
const NOT_OF_THE_RUN = ["customer", "online", "offline"];

/** Writes down what happens in a run, so that it can be gone on with after a reload, a crash, or in another tab. */
export interface RunRecorder {
  note(event: FlowEvent, update: Update): void;
}

export interface RecorderOptions {
  apiBase: string;
  nodeId: string;
  flowId: string;
  /** Whose run it is. */
  owner: Owner;
  /** The run as it is at its beginning, or where it is gone on with; it is changed. */
  run: StoredRun;
  /** Absent where the flow asks for no files. */
  uploads: Pick<Uploads, "kept" | "unsent"> | undefined;
  /** Returns for how long the run has shown each state. */
  stateTimes(): StateTimes;
}

export function createRunRecorder(options: RecorderOptions): RunRecorder {
  const { apiBase, nodeId, flowId, owner, run, uploads, stateTimes } = options;
  /** Whether the last event may be replaced by the next answer to the same question. */
  let isReplaceable = false;
  let isOver = false;
  let hasAnswers = run.events.length > 0;
  /** The ids of the files that are stored for another page. */
  let held = keptIds();
  /** The ids of the files that each save under way names. */
  const saving = new Map<number, readonly string[]>();

  const store = (stored: StoredRun | undefined) => storeRun(nodeId, flowId, stored, Date.now(), owner);

  function keptIds(): string {
    const files = Object.values(run.files ?? {}).flat();
    return files.flatMap(({ id, uploadedAt }) => (uploadedAt === undefined ? id : [])).join();
  }
  function noteFiles(event: FlowEvent, { effects, view, shown, changes }: Update) {
    // The engine takes no answers while they are submitted.
    const isIgnored = event.type === "answered" && !view && !shown?.length && !changes?.length;
    if (!uploads || isIgnored) return;
    const isKept = (id: string) => uploads.kept([id]).length > 0;
    run.files = { ...filesAfter(run.files ?? {}, event, effects, isKept, Date.now()) };
    if (event.type === "uploading" || event.type === "uploaded") {
      const { questionId } = event;
      run.unsent = { ...run.unsent, [questionId]: uploads.unsent(questionId) };
    }
    noteSaves(event, effects);
    hold(keptIds());
  }
  /** Notes which files the server keeps, because a partial save has named them. */
  function noteSaves(event: FlowEvent, effects: readonly FlowEffect[]) {
    if (event.type === "submitted") {
      const { requestId = 0, status } = event;
      const named = saving.get(requestId);
      saving.delete(requestId);
      if (named && status === 200) run.files = filesTaken(run.files ?? {}, named);
    }
    for (const effect of effects) {
      if (effect.type === "submit_feedback")
        saving.set(effect.requestId, effect.feedback.attachment_ids ?? []);
    }
  }
  /** Stores files for another page, and no others. */
  function hold(ids: string) {
    if (!uploads || ids === held) return;
    held = ids;
    // What cannot be stored is missed only if the page ends.
    holdFiles({ runId: run.id, nodeId, flowId, apiBase }, uploads.kept(ids.split(","))).catch(console.info);
  }

  return {
    note(event, update) {
      if (isOver || NOT_OF_THE_RUN.includes(event.type)) return;
      noteFiles(event, update);
      const { events } = run;
      const last = events.at(-1);
      const isSame = event.type === "answered" && last?.type === event.type;
      // What changed nothing else leaves no trace once there is another answer.
      if (isSame && isReplaceable && last.questionId === event.questionId) events.pop();
      events.push(event);
      isReplaceable = isWithoutConsequences(update);
      hasAnswers ||= event.type === "answered" || event.type === "uploaded";
      const isTooMuch = events.length > MOST_EVENTS || JSON.stringify(events).length > MOST_CHARACTERS;
      isOver = isTooMuch || update.effects.some(({ type }) => type === "record_submitted");
      if (isTooMuch) hold("");
      if (!hasAnswers) return;
      run.savedAt = Date.now();
      run.stateTimes = stateTimes();
      // A complete feedback is in the outbox.
      store(isOver || update.effects.some(isEnd) ? undefined : run);
    },
  };
}

function isWithoutConsequences({ view, order, shown, effects }: Update): boolean {
  return !view && !order && !shown?.length && !effects.some((effect) => "requestId" in effect);
}

function isEnd(effect: FlowEffect): boolean {
  return (effect.type === "submit_feedback" && !effect.partial) || effect.type === "save_offline";
}

type RunFiles = Readonly<Record<string, StoredFile[]>>;

/** Returns the files in the answers of a run after a partial save that names some of them. */
function filesTaken(files: RunFiles, ids: readonly string[]): Record<string, StoredFile[]> {
  const after = (file: StoredFile) => (ids.includes(file.id) ? { ...file, isTaken: true as const } : file);
  return Object.fromEntries(Object.entries(files).map(([questionId, all]) => [questionId, all.map(after)]));
}

/**
 * Returns the files in the answers of a run after an event.
 *
 * @param isKept returns whether a file is on this device only.
 */
export function filesAfter(
  files: RunFiles,
  event: FlowEvent,
  effects: readonly FlowEffect[],
  isKept: (id: string) => boolean,
  now: number,
): RunFiles {
  let after = files;
  if (event.type === "uploaded") {
    const { questionId, answer } = event;
    const added = answer.files.map((file) => (isKept(file.id) ? file : { ...file, uploadedAt: now }));
    after = { ...files, [questionId]: [...(files[questionId] ?? []), ...added] };
  } else if (event.type === "answered") {
    const { questionId, answer } = event;
    const isGiven = ({ id }: StoredFile) => answer?.files?.some((file) => file.id === id);
    const before = files[questionId] ?? [];
    if (before.length > 0) after = { ...files, [questionId]: before.filter(isGiven) };
  }
  for (const effect of effects) {
    if (effect.type !== "discard_uploads") continue;
    const { questionId: discarded } = effect;
    const others = Object.entries(after).filter(([id]) => discarded !== undefined && id !== discarded);
    after = Object.fromEntries(others);
  }
  return after;
}
