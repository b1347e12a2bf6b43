import type { FileAnswer, FlowEvent } from "../engine/types";
import type { StateTimes } from "../flow/stateTimes";
import { readRecord, removeEntry, writeJson } from "./localStore";

const RUNS = "FLOW/runs";

/** How long a run that was left can be gone on with (docs/constants.md#limits). */
const RESUMABLE_MS = 30 * 24 * 60 * 60_000;

/** A run that its visitor has not finished: what happened in it, from which the engine makes the same run again. */
export interface StoredRun {
  /** The run's id, also in the outbox. */
  id: string;
  revision: number;
  seed: number;
  /** The partial save that the run has continued from its beginning. */
  storedFeedbackId?: string;
  /** That of the link by which the visitor came: another link may be another person's. */
  signature?: string;
  /** When the visitor answered last, in milliseconds since 1970. */
  savedAt: number;
  events: FlowEvent[];
  /** For how long it has shown each state. */
  stateTimes?: StateTimes;
  /** The files in its answers, by question. */
  files?: Record<string, StoredFile[]>;
  /** The names of files that were added and not uploaded yet, by question: they are in the memory of their page. */
  unsent?: Record<string, string[]>;
}

/** A file in an answer of a run that was left. */
export interface StoredFile extends FileAnswer {
  /** When the server has taken it, in milliseconds since 1970; absent where it is kept on this device. */
  uploadedAt?: number;
  /** Whether a partial save has named it: then the server keeps it. */
  isTaken?: true;
}

/** Returns the run of this node and flow that the visitor of a link may go on with. */
export function storedRun(
  nodeId: string,
  flowId: string,
  signature: string | undefined,
  now: number,
): StoredRun | undefined {
  const run = readRecord<StoredRun>(RUNS)[nameOf(nodeId, flowId)];
  if (!run || !Array.isArray(run.events) || typeof run.id !== "string") return undefined;
  return run.signature === signature && now - run.savedAt < RESUMABLE_MS ? run : undefined;
}

/** Stores a run in place of the one before; `undefined` removes it. Runs that nobody will go on with are forgotten. */
export function storeRun(nodeId: string, flowId: string, run: StoredRun | undefined, now: number): void {
  const all = readRecord<StoredRun>(RUNS);
  const name = nameOf(nodeId, flowId);
  if (!run && !all[name]) return;
  const others = Object.entries(all).filter(
    ([other, { savedAt }]) => other !== name && now - savedAt < RESUMABLE_MS,
  );
  const runs = [...others, ...(run ? [[name, run]] : [])];
  if (runs.length > 0) writeJson(RUNS, Object.fromEntries(runs));
  else removeEntry(RUNS);
}

function nameOf(nodeId: string, flowId: string): string {
  return `${nodeId}/${flowId}`;
}
