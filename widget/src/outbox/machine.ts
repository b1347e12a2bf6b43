import { LONGEST_PAUSE_MS } from "./backOff";
import { isWaiting, nextDue, waitUntilDue } from "./due";
import { missingFile } from "./fileChanges";
import type { OutboxEffect, OutboxEvent } from "./machineMessages";
import type { OutboxRecord } from "./record";

/**
 * What one tab knows while it sends. What is stored is the truth: this is a copy for as long as the tab has the lock. Immutable:
 * each event makes a new one.
 */
export interface OutboxState {
  phase: "resting" | "locking" | "sending";
  records: readonly OutboxRecord[];
  /** Whether pauses are skipped in this round. */
  isEager: boolean;
  /** Lanes in which a try of this round has failed. */
  failedLanes: ReadonlySet<string>;
  /** Something happened since the records were read: another round follows. */
  wanted: "no" | "yes" | "eagerly";
}

export const RESTING: OutboxState = {
  phase: "resting",
  records: [],
  isEager: false,
  failedLanes: new Set(),
  wanted: "no",
};

interface Step {
  state: OutboxState;
  effects: OutboxEffect[];
}

/** Returns the state after an event, and the effects to perform in this order. An event that does not fit changes nothing. */
export function update(state: OutboxState, event: OutboxEvent): Step {
  switch (event.type) {
    case "wake":
      return wake(state, event.isEager);
    case "locked":
      if (state.phase !== "locking") return { state, effects: [] };
      return sendNext({ ...state, phase: "sending", records: event.records }, event.now);
    case "begun":
      return state.phase === "sending" ? handleBegun(state, event) : { state, effects: [] };
    case "replied": {
      const { id, key, outcome } = event;
      if (state.phase !== "sending") return { state, effects: [] };
      return { state, effects: [{ type: "settle", id, key, outcome }] };
    }
    case "file_replied": {
      const { id, key, fileId, outcome } = event;
      if (state.phase !== "sending") return { state, effects: [] };
      return { state, effects: [{ type: "settle_file", id, key, fileId, outcome }] };
    }
    case "settled":
      return state.phase === "sending" ? handleSettled(state, event) : { state, effects: [] };
    case "failed":
      // The records are still where they were.
      return {
        state: RESTING,
        effects: [{ type: "unlock" }, { type: "schedule", afterMs: LONGEST_PAUSE_MS }],
      };
  }
}

function wake(state: OutboxState, isEager: boolean): Step {
  if (state.phase === "resting") {
    return { state: { ...RESTING, phase: "locking", isEager }, effects: [{ type: "lock" }] };
  }
  // Nothing is read yet, so nothing is missed.
  if (state.phase === "locking") {
    return { state: { ...state, isEager: state.isEager || isEager }, effects: [] };
  }
  const wanted = isEager || state.wanted === "eagerly" ? "eagerly" : "yes";
  return { state: { ...state, wanted }, effects: [] };
}

/** The attempt is written down, so it may be sent: whatever happens now, it is repeated with the same key. */
function handleBegun(before: OutboxState, event: Extract<OutboxEvent, { type: "begun" }>): Step {
  const { id, key, record, now } = event;
  if (hasMoved(before, record)) return lockAgain(before);
  const state = withRecord(before, id, record);
  const { attempt, apiBase } = record ?? {};
  if (attempt?.key !== key || apiBase === undefined) return sendNext(state, now);
  return { state, effects: [{ type: "send", id, apiBase, attempt }] };
}

function handleSettled(before: OutboxState, event: Extract<OutboxEvent, { type: "settled" }>): Step {
  const { id, key, status, record, now } = event;
  if (hasMoved(before, record)) return lockAgain(before);
  const state = withRecord(before, id, record);
  const isSame = record !== undefined && isWaiting(record) && record.attempt?.key === key;
  // Without failures a file of it was uploaded.
  const hasFailed = isSame && record.failures > 0;
  if (!hasFailed) return sendNext(state, now);
  // Others would fare no better.
  if (isServerAway(status)) return rest(state, now);
  return sendNext({ ...state, failedLanes: new Set([...state.failedLanes, record.lane]) }, now);
}

/** Returns whether a visitor has completed a run meanwhile: others that the copy lacks may be before it now. */
function hasMoved({ records }: OutboxState, record: OutboxRecord | undefined): boolean {
  return record !== undefined && !records.some(({ id, order }) => id === record.id && order === record.order);
}

function withRecord(state: OutboxState, id: string, record: OutboxRecord | undefined): OutboxState {
  const replaced = state.records.flatMap((other) => (other.id === id ? (record ?? []) : other));
  return { ...state, records: replaced };
}

function sendNext(state: OutboxState, now: number): Step {
  const due = nextDue(state.records, now, state.isEager, state.failedLanes);
  if (!due?.attempt) return rest(state, now);
  const { id, apiBase, attempt } = due;
  const fileId = missingFile(due);
  if (fileId === undefined) return { state, effects: [{ type: "begin", id, key: attempt.key }] };
  return { state, effects: [{ type: "upload", id, key: attempt.key, fileId, apiBase }] };
}

/** Lets other tabs have a turn. */
function rest({ records, wanted }: OutboxState, now: number): Step {
  if (wanted !== "no") return lockAgain({ isEager: false, wanted });
  const wait = waitUntilDue(records, now);
  const schedule: OutboxEffect[] = wait === undefined ? [] : [{ type: "schedule", afterMs: wait }];
  return { state: RESTING, effects: [{ type: "unlock" }, ...schedule] };
}

/** Reads again what is stored. */
function lockAgain({ isEager, wanted }: Pick<OutboxState, "isEager" | "wanted">): Step {
  const state: OutboxState = { ...RESTING, phase: "locking", isEager: isEager || wanted === "eagerly" };
  return { state, effects: [{ type: "unlock" }, { type: "lock" }] };
}

/** Returns whether no reply came, the server is busy, or a proxy could not reach it. */
function isServerAway(status: number): boolean {
  return status === 0 || status === 429 || (status > 500 && status < 600);
}
