import { FORGOTTEN } from "../storage/owner";
import type { FileEntries } from "./keptFile";
import type { Submission } from "./submission";

/**
 * One run's feedback in the outbox: its partial saves and its end are one record. A record is only changed by `changes.ts`,
 * in one transaction of the store, so that tabs cannot undo each other's changes.
 */
export interface OutboxRecord {
  /** The run's id. */
  id: string;
  /** The node and flow: within these, feedback arrives in the order in which it was given. */
  lane: string;
  /** The place in the queue. The end of a run gets a new one. */
  order: number;
  /** When the answers were given last, in milliseconds since 1970. */
  writtenAt: number;
  /** The origin of the API; empty for the page's own. */
  apiBase: string;
  /**
   * `waiting`: there is something to send. `saved`: the server has all that there is, and the run goes on. `stored`: the
   * server has the complete feedback. `refused`: the server will never take it.
   */
  state: "waiting" | "saved" | "stored" | "refused";
  /** What is sent next, or was sent and has no outcome yet: then it is repeated with the same key and the same bytes. */
  attempt?: Submission;
  /** Whether the attempt may have reached the server. */
  isTried: boolean;
  /** What the visitor has answered since. It is sent when the attempt is settled. */
  next?: Submission;
  /** The files of these that could not be uploaded when they were chosen. Each one's content is stored with the record. */
  files?: FileEntries;
  /** How often files have been uploaded anew, because the server had them no more. */
  uploadRounds?: number;
  /** Whose answers they are, as a hash (`storage/owner.ts`); absent: nobody has said who they are. */
  person?: string;
  /** How long the answers are tried after they were written, in milliseconds; absent: as long as usual. */
  expiryMs?: number;
  /** Whether the run can be gone on with: its files stay until then. */
  isHeld?: true;
  /** Whether the visitor has started over: what waits is sent, and nothing is remembered after that. */
  isAbandoned?: true;
  /** The partial save on the server that this run continues. */
  feedbackId?: string;
  /** Whether the visitor was told that the feedback is kept on this device: then they are also told what becomes of it. */
  isKept?: boolean;
  /** Whether its chat was kept: once, so that one that this browser has forgotten since does not come back. */
  isChatKept?: true;
  /** How often the attempt has failed in a row. */
  failures: number;
  /** When it failed last, and how long the pause after that is. Together, so that a clock that jumps is noticed. */
  failedAt: number;
  pauseMs: number;
  /** Whether the server has asked for this pause: then nothing is sent before it is over. */
  isPauseAsked: boolean;
  /** Whether those behind it in its lane wait for it: also while it is refused. */
  isStrict?: true;
  /** What the server said last. */
  settled?: Settled;
}

/** What is said of a record that was never tried. */
export const FRESH = {
  state: "waiting",
  isTried: false,
  failures: 0,
  failedAt: 0,
  pauseMs: 0,
  isPauseAsked: false,
} as const satisfies Partial<OutboxRecord>;

/** Returns whether the run was answered to the end. */
export function isAnswered({ attempt, next, settled }: OutboxRecord): boolean {
  const last = next ?? attempt;
  return last ? !last.partial : settled?.isComplete === true;
}

/** Returns whether the server has all that there is of a record. */
export function isOver({ state }: OutboxRecord): boolean {
  return state === "stored" || state === "saved";
}

/** Returns whether nobody will be told what has become of a record: its visitor has logged out. */
export function isForgotten({ state, person }: OutboxRecord): boolean {
  return person === FORGOTTEN && state !== "waiting";
}

/** Returns whether a run has ended and the server has all of it, or nothing is left of it. */
export function isDone(record: OutboxRecord | undefined): boolean {
  return !record || record.state === "stored";
}

/** A decision of the server. */
export interface Settled {
  status: number;
  /** The fields of the reply that decide something. */
  body: { id?: string; chat_token_string?: string; code?: string | number; refused_file?: string };
  /** By the browser's clock, in milliseconds since 1970. */
  at: number;
  /** Whether it was about a feedback that is complete. */
  isComplete: boolean;
}

/** Why a record is set aside: the server's code or status, or what the browser knows itself. */
export type RefusalReason = "malformed" | "unsendable" | "expired" | string;

/** Returns why a record was set aside. */
export function refusalOf({ settled }: Pick<OutboxRecord, "settled">): RefusalReason {
  return String(settled?.body.code ?? settled?.status ?? "malformed");
}

/** Returns the lane of a node and flow. */
export function laneOf(nodeId: string, flowId: string): string {
  return JSON.stringify([nodeId, flowId]);
}
