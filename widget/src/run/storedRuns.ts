import type { FileAnswer, TimedEvent } from "../engine/types";
import { readRecord, removeEntry, writeJson } from "../storage/localStore";
import { FORGOTTEN, type Owner, ownName } from "../storage/owner";
import type { StateTimes } from "./stateTimes";

const RUNS = "FLOW/runs";

/** How long a run that was left can be continued (docs/constants.md#limits). */
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
  events: TimedEvent[];
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

/** Returns the run of this node and flow that a person may continue with who came by this link. */
export function storedRun(
  nodeId: string,
  flowId: string,
  signature: string | undefined,
  now: number,
  owner: Owner,
): StoredRun | undefined {
  const run = readRecord<StoredRun>(RUNS)[nameOf(nodeId, flowId, owner)];
  if (!run || !Array.isArray(run.events) || typeof run.id !== "string") return undefined;
  return run.signature === signature && now - run.savedAt < RESUMABLE_MS ? run : undefined;
}

/** Stores a person's run in place of the one before; `undefined` removes it. Runs that nobody will continue with are forgotten. */
export function storeRun(
  nodeId: string,
  flowId: string,
  run: StoredRun | undefined,
  now: number,
  owner: Owner,
): void {
  if (owner.person === FORGOTTEN) return;
  const all = readRecord<StoredRun>(RUNS);
  const name = nameOf(nodeId, flowId, owner);
  if (!run && !all[name]) return;
  const others = Object.entries(all).filter(
    ([other, { savedAt }]) => other !== name && now - savedAt < RESUMABLE_MS,
  );
  writeRuns([...others, ...(run ? [[name, run] as const] : [])]);
}

/** Returns whether a person has left a run of a node. */
export function hasRun(nodeId: string, owner: Owner): boolean {
  const end = ownName("", owner);
  const names = Object.keys(readRecord<StoredRun>(RUNS));
  return names.some((name) => name.startsWith(`${nodeId}/`) && name.endsWith(end));
}

/** Gives the runs of a node that nobody has left to a person, in place of older ones. */
export function claimRuns(nodeId: string, owner: Owner): void {
  const all = readRecord<StoredRun>(RUNS);
  for (const [name, run] of Object.entries(all)) {
    const isNobodys = name.startsWith(`${nodeId}/`) && !name.includes("@", nodeId.length);
    if (!isNobodys) continue;
    delete all[name];
    const own = ownName(name, owner);
    if (!((all[own]?.savedAt ?? 0) > run.savedAt)) all[own] = run;
  }
  writeRuns(Object.entries(all));
}

function writeRuns(runs: readonly (readonly [string, StoredRun])[]) {
  if (runs.length > 0) writeJson(RUNS, Object.fromEntries(runs));
  else removeEntry(RUNS);
}

function nameOf(nodeId: string, flowId: string, owner: Owner): string {
  return ownName(`${nodeId}/${flowId}`, owner);
}
