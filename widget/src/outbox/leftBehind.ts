import { readRecord, removeEntry, writeJson } from "../storage/localStore";
import { LEFT } from "../storage/names";
import type { Written } from "./records/changes";
import { isAnswered, isDone, type OutboxRecord } from "./records/record";
import type { FallbackStore } from "./store/fallbackStore";

/** What is left behind of a run in local storage. */
export interface Left extends Written {
  /** Whether it was sent when its page went away. */
  isSent?: boolean;
}

/** When what was left behind of a run is compared with the record that the outbox has of it. */
export type Occasion =
  /** A page begins. */
  | { type: "start"; now: number }
  /** The outbox has written a submission down. `later`: the keys of what the visitor has answered since. */
  | { type: "written"; isUnstored: boolean; later: readonly string[] }
  /** The server has decided about the submission with this key; without one: the visitor has dealt with the record. */
  | { type: "settled"; key?: string };

/**
 * Returns what to do with what was left behind of a run:
 *
 * | occasion | the outbox's record | what was left | |
 * |---|---|---|---|
 * | start | none | anything | `write` it down |
 * | start | has the same submission | anything | `known`: note only that it was sent |
 * | start | the server has the complete feedback | anything else | `forget` it |
 * | start | complete answers, which wait or are set aside | part of the answers | `forget` |
 * | start | anything that the server has not completely | complete answers | `write` |
 * | start | part of the answers, given later | part of the answers | `forget` |
 * | start | part of the answers, given before | part of the answers | `write` |
 * | start | part of the answers, given after now: the clock was set back and says nothing | part of the answers | `write` |
 * | written | in memory only | anything | `keep` it: nothing else outlives the page |
 * | written | stored | answers that were given since | `keep` |
 * | written | stored | the same submission, or an older one | `forget` |
 * | settled | none, or the server has the complete feedback | anything | `forget` |
 * | settled | has the submission no more | the submission | `forget` |
 * | settled | still has it: it failed, or is set aside | the submission | `keep` |
 * | settled | anything else | another submission | `keep` |
 */
export function reconcile(
  { submission: { key, partial }, now: leftAt }: Left,
  record: OutboxRecord | undefined,
  occasion: Occasion,
): "write" | "known" | "keep" | "forget" {
  const isKnown = record?.attempt?.key === key || record?.next?.key === key;
  if (occasion.type === "written") {
    return occasion.isUnstored || occasion.later.includes(key) ? "keep" : "forget";
  }
  if (occasion.type === "settled") {
    return isDone(record) || (key === occasion.key && !isKnown) ? "forget" : "keep";
  }
  if (!record) return "write";
  if (isKnown) return "known";
  if (!partial) return record.state === "stored" ? "forget" : "write";
  const isLater = leftAt < record.writtenAt && record.writtenAt <= occasion.now;
  return isAnswered(record) || isLater ? "forget" : "write";
}

/** Writes a submission down at once, in case that the page is ended before the outbox has it. */
export function noteLeft(id: string, left: Left): void {
  writeJson(LEFT, { ...readLeft(), [id]: left });
}

/** Forgets what was left behind of a run, unless it is still needed. */
export function forgetLeft(
  id: string,
  record: OutboxRecord | undefined,
  occasion: Exclude<Occasion, { type: "start" }>,
): void {
  const { [id]: left, ...others } = readLeft();
  if (!left || reconcile(left, record, occasion) !== "forget") return;
  if (Object.keys(others).length > 0) writeJson(LEFT, others);
  else removeEntry(LEFT);
}

/** Takes over what earlier pages have left behind. Under its own keys, so that it does no harm if the server has it. */
export async function adoptLeft(store: FallbackStore, now: number): Promise<void> {
  for (const [id, left] of Object.entries(readLeft())) {
    const { key } = left.submission;
    const record = await store.read(id);
    const verdict = reconcile(left, record, { type: "start", now });
    if (verdict !== "forget") {
      const write = { ...left, type: "write" } as const;
      const begin = { type: "begin", key } as const;
      const changes = [...(verdict === "write" ? [write] : []), ...(left.isSent ? [begin] : [])];
      await store.change(changes.map((change) => ({ id, change })));
    }
    const latest = readLeft()[id]?.submission.key;
    const later = latest === undefined || latest === key ? [] : [latest];
    forgetLeft(id, record, { type: "written", isUnstored: store.isUnstored(id), later });
  }
}

function readLeft(): Record<string, Left> {
  const isWhole = ([, left]: [string, Left | null]) => typeof left?.submission?.key === "string";
  return Object.fromEntries(Object.entries(readRecord<Left>(LEFT)).filter(isWhole));
}
