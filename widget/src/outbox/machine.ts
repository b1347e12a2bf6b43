import { missingFile, type OutboxRecord } from "./records/record";
import { isWaiting, LONGEST_PAUSE_MS, nextDue, waitUntilDue } from "./records/schedule";
import { type Submission, type SubmissionOutcome, storedIdIn, uploadedIdIn } from "./records/submission";

/**
 * What one tab knows while it sends. What is stored is the truth: this is a copy for as long as the tab has the lock. Immutable:
 * each event makes a new one.
 *
 * Requests go one after another. While one is under way, the next attempt is written down as about to be sent; and while that
 * one is sent, the outcome of the first is written down, together with the attempt after it.
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
  /** The attempt that is sent, or a file of it. */
  request?: AttemptName | undefined;
  /** The attempt that is written down as the next one. */
  ahead?: DueRecord | undefined;
  isWriting: boolean;
  /** What came while something was being written down. */
  reply?: Reply | undefined;
}

export const RESTING: OutboxState = {
  phase: "resting",
  records: [],
  isEager: false,
  failedLanes: new Set(),
  wanted: "no",
  isWriting: false,
};

type DueRecord = OutboxRecord & { attempt: Submission };

type Reply = Extract<OutboxEvent, { type: "replied" }>;

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
    case "replied":
      // A round that has failed does not wait for its request.
      if (state.request?.id !== event.id || state.request.key !== event.key) return { state, effects: [] };
      return state.isWriting ? { state: { ...state, reply: event }, effects: [] } : handleReply(state, event);
    case "written":
      return state.isWriting ? handleWritten(state, event) : { state, effects: [] };
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

function handleReply(before: OutboxState, { id, key, fileId, outcome, now }: Reply): Step {
  const { ahead } = before;
  const state = { ...before, request: undefined, reply: undefined, ahead: undefined };
  const settle: Settling = { id, key, fileId, outcome };
  const record = find(state, id);
  if (fileId !== undefined) {
    const isReady =
      record && uploadedIdIn(outcome) !== undefined && missingFile(record, fileId) === undefined;
    return write(state, settle, isReady ? { id, key } : undefined);
  }
  // Whatever else is said may change what goes next.
  if (storedIdIn(outcome) === undefined) return write(state, settle);
  return ahead ? send(state, ahead, settle, now) : write(state, settle, nextComplete(state, [id], now));
}

function handleWritten(
  before: OutboxState,
  { settled, begun, now }: Extract<OutboxEvent, { type: "written" }>,
): Step {
  const written = [settled, begun].filter((each) => each !== undefined);
  const state = written.reduce(withRecord, { ...before, isWriting: false });
  const next = begun && readyToSend(state, begun);
  if (state.request) {
    const { reply } = state;
    const sending = { ...state, ahead: next };
    return reply ? handleReply(sending, { ...reply, now }) : { state: sending, effects: [] };
  }
  if (next) return send(state, next, undefined, now);
  return settled ? goOn(state, settled, now) : sendNext(state, now);
}

/** Goes on after an outcome. */
function goOn(state: OutboxState, { key, status, record }: Settled, now: number): Step {
  const isSame = record !== undefined && isWaiting(record) && record.attempt?.key === key;
  // Without failures a file of it was uploaded.
  if (!isSame || record.failures === 0) return sendNext(state, now);
  // Others would fare no better.
  if (isServerAway(status)) return rest(state, now);
  return sendNext({ ...state, failedLanes: new Set([...state.failedLanes, record.lane]) }, now);
}

/** Puts a record as it is stored now into the copy. */
function withRecord(state: OutboxState, { id, record }: Written): OutboxState {
  // Its visitor has completed it meanwhile: others that the copy lacks may be before it now.
  const isMoved = record !== undefined && record.order !== find(state, id)?.order;
  const kept = record && !isMoved ? [record] : [];
  const records = state.records.flatMap((other) => (other.id === id ? kept : [other]));
  return { ...state, records, wanted: isMoved && state.wanted === "no" ? "yes" : state.wanted };
}

function find({ records }: OutboxState, id: string): OutboxRecord | undefined {
  return records.find((record) => record.id === id);
}

/** Returns what is written down as about to be sent, unless it has changed meanwhile. */
function readyToSend(state: OutboxState, { id, key }: AttemptName): DueRecord | undefined {
  const record = find(state, id);
  return record && isWaiting(record) && record.attempt?.key === key ? (record as DueRecord) : undefined;
}

/** Returns the next attempt that may be written down before its turn: a partial one may be replaced until then, one of a strict lane removed. */
function nextComplete(
  state: OutboxState,
  others: (string | undefined)[],
  now: number,
): AttemptName | undefined {
  const left = state.records.filter(({ id }) => !others.includes(id));
  // In these lanes something that was answered earlier comes first.
  const waiting = state.records.filter(({ id, next }) => next && others.includes(id)).map(({ lane }) => lane);
  const due = nextDue(left, now, state.isEager, new Set([...state.failedLanes, ...waiting]));
  return due?.attempt?.partial === false && !due.isStrict && !missingFile(due)
    ? { id: due.id, key: due.attempt.key }
    : undefined;
}

function sendNext(state: OutboxState, now: number): Step {
  const due = nextDue(state.records, now, state.isEager, state.failedLanes);
  if (!due?.attempt) return rest(state, now);
  const { id, apiBase, attempt } = due;
  const request = { id, key: attempt.key };
  const fileId = missingFile(due);
  if (fileId === undefined) return write(state, undefined, request);
  return { state: { ...state, request }, effects: [{ type: "upload", ...request, fileId, apiBase }] };
}

/**
 * Sends an attempt of which that is written down: whatever happens now, it is repeated with the same key.
 *
 * @param settle what is to be written down meanwhile.
 */
function send(
  before: OutboxState,
  { id, apiBase, attempt }: DueRecord,
  settle: Settling | undefined,
  now: number,
): Step {
  const state = { ...before, request: { id, key: attempt.key } };
  const sending: OutboxEffect = { type: "send", id, apiBase, attempt };
  const next = nextComplete(state, [id, settle?.id], now);
  if (!settle && !next) return { state, effects: [sending] };
  const writing = write(state, settle, next);
  return { state: writing.state, effects: [sending, ...writing.effects] };
}

function write(state: OutboxState, settle: Settling | undefined, begin?: AttemptName): Step {
  return { state: { ...state, isWriting: true }, effects: [{ type: "write", settle, begin }] };
}

/** Lets other tabs have a turn. */
function rest({ records, wanted }: OutboxState, now: number): Step {
  // What has happened meanwhile is read.
  if (wanted !== "no") {
    const state: OutboxState = { ...RESTING, phase: "locking", isEager: wanted === "eagerly" };
    return { state, effects: [{ type: "unlock" }, { type: "lock" }] };
  }
  const wait = waitUntilDue(records, now);
  const schedule: OutboxEffect[] = wait === undefined ? [] : [{ type: "schedule", afterMs: wait }];
  return { state: RESTING, effects: [{ type: "unlock" }, ...schedule] };
}

/** Returns whether no reply came, the server is busy, or a proxy could not reach it. */
function isServerAway(status: number): boolean {
  return status === 0 || status === 429 || (status > 500 && status < 600);
}

/** What happened, to the machine of one tab. `now` is in milliseconds since 1970. */
export type OutboxEvent =
  /** There may be something to send. `isEager`: and a reason to skip pauses, such as a network that is back. */
  | { type: "wake"; isEager: boolean }
  /** This tab is the one that sends; `records` is all that is stored, in order. */
  | { type: "locked"; records: readonly OutboxRecord[]; now: number }
  /** What was sent, an attempt or a file of it, has an outcome. */
  | (Settling & { type: "replied"; now: number })
  /** What was to be written down is. */
  | { type: "written"; settled?: Settled | undefined; begun?: Written | undefined; now: number }
  /** The tab could not get the lock, or read what is stored. */
  | { type: "failed" };

/** The outcome of an attempt, or of a file that it names. */
export interface Settling {
  id: string;
  /** The attempt's key. */
  key: string;
  fileId?: string | undefined;
  outcome: SubmissionOutcome;
}

/** An attempt by its record and key. */
export interface AttemptName {
  id: string;
  key: string;
}

/** An attempt about which something is written down. */
export interface Written extends AttemptName {
  /** What is stored now; absent where there is none any more. */
  record?: OutboxRecord | undefined;
}

export interface Settled extends Written {
  /** The outcome's. */
  status: number;
}

/** What the machine wants done, in this order. One request and one `write` may be under way at the same time. */
export type OutboxEffect =
  /** Become the tab that sends, and read what is stored. */
  | { type: "lock" }
  | { type: "unlock" }
  /** Upload a file that the attempt with this key names. */
  | { type: "upload"; id: string; key: string; fileId: string; apiBase: string }
  | { type: "send"; id: string; apiBase: string; attempt: Submission }
  /** Write down, in one transaction, an outcome, and that an attempt is about to be sent. */
  | { type: "write"; settle?: Settling | undefined; begin?: AttemptName | undefined }
  /** Wake up after this time; replaces an earlier one. */
  | { type: "schedule"; afterMs: number };
