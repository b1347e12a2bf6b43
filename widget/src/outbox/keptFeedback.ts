import type { ComponentType } from "react";
import { createListeners } from "../basics/listeners";
import type { Notices } from "../run/notices";
import type { ChatAccess } from "../storage/chatRecord";
import type { Owner } from "../storage/owner";
import type { Outbox } from "./openOutbox";
import { chatOf, isAnswered, type OutboxRecord, refusalOf } from "./records/record";
import { EXPIRY_MS, isWaiting } from "./records/schedule";

/** Feedback that was kept on this device, as the visitor is told about it. */
export interface KeptFeedback {
  /** Returns the same summary until something changes. */
  summary(): OutboxSummary;
  /** Returns whether something waits that the browser does not store, so that it would be lost with the page. */
  isUnstored(): boolean;
  /** Returns a file of a record. */
  file(id: string, fileId: string): Promise<File | undefined>;
  /** Removes records that the visitor has dealt with. */
  remove(records: readonly OutboxRecord[]): Promise<void>;
  /** Returns for an error report what is in the outbox, without answers. */
  report(): string[];
  /** Notes the run whose own page says what becomes of its feedback. */
  setOpenRun(runId: string | undefined): void;
  /** Notes a run of this page whose visitor is told that the feedback is kept. */
  expect(runId: string): void;
  /** Looks at the outbox soon, and tells what is new. */
  lookSoon(): void;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

/** What the notice of one page's outbox is about. */
export interface OutboxNoticeProps {
  kept: Pick<KeptFeedback, "summary" | "isUnstored" | "subscribe" | "file" | "remove">;
  /** Opens a chat that a feedback has led to. */
  openChat(access: ChatAccess): void;
}

export interface KeptOptions {
  /** Whose feedback the visitor is told about; that of others is sent without a word. */
  owner: Owner;
  notices: Notices;
  openChat(access: ChatAccess): void;
  /** Called with the reply to a feedback of this page that was kept at first. Returns whether it opens the chat itself. */
  onKeptStored(runId: string, reply: unknown): boolean;
  createNotice(props: OutboxNoticeProps): ComponentType;
}

/** Shortest time between two looks at all of the outbox, for what the visitor is told about it. */
const LOOK_INTERVAL_MS = 300;

/** The more there is to read, the less often it is read. */
const PER_RECORD_MS = 2;

export function followKept(outbox: Outbox, options: KeptOptions): KeptFeedback {
  const { owner, notices, openChat, onKeptStored, createNotice } = options;
  const listeners = createListeners();
  let openRun: string | undefined;
  const expected = new Set<string>();
  /** What has arrived, to be told as long as the page is there. */
  const sent = new Map<string, OutboxRecord>();
  let records: OutboxRecord[] = [];
  let summary = summarize([], [], undefined, Date.now());
  let looking: ReturnType<typeof setTimeout> | undefined;
  let removeNotice: (() => void) | undefined;

  async function look() {
    looking = undefined;
    records = (await outbox.records()).filter(({ id, person }) => {
      // What only this page has was given on it, when perhaps nobody was known yet.
      return (person ?? (outbox.isUnstored(id) ? owner.person : "")) === owner.person;
    });
    const told: string[] = [];
    for (const record of records) {
      const { id, state, settled } = record;
      if (state !== "stored" || !record.isKept || id === openRun) continue;
      sent.set(id, record);
      const opensItself = expected.delete(id) && onKeptStored(id, settled?.body);
      // It has been told. A chat is offered until the visitor opens it.
      if (opensItself || !chatOf(record)) told.push(id);
    }
    if (told.length > 0) await outbox.remove(...told);
    tell();
  }
  function tell() {
    summary = summarize(records, [...sent.values()], openRun, Date.now());
    listeners.notify();
    const { waiting, refused } = summary;
    if (waiting + refused.length + sent.size === 0 && !isUnstored()) return;
    removeNotice ??= notices.show({ place: "below", Content: createNotice({ kept, openChat }) });
  }
  const isUnstored = () => records.some((record) => isWaiting(record) && outbox.isUnstored(record.id));

  const kept: KeptFeedback = {
    summary: () => summary,
    isUnstored,
    file: async (id, fileId) => (await outbox.file(id, fileId))?.file,
    async remove(gone) {
      const ids = gone.map(({ id }) => id);
      for (const id of ids) sent.delete(id);
      await outbox.remove(...ids);
      await look();
    },
    report: () => records.map((record) => (record.state === "refused" ? refusalOf(record) : record.state)),
    setOpenRun(runId) {
      openRun = runId;
    },
    expect: (runId) => void expected.add(runId),
    lookSoon() {
      const pauseMs = LOOK_INTERVAL_MS + records.length * PER_RECORD_MS;
      looking ??= setTimeout(() => look().catch(console.error), pauseMs);
    },
    subscribe: listeners.add,
    stop() {
      clearTimeout(looking);
      removeNotice?.();
    },
  };
  return kept;
}

/** What the visitor is told about the outbox. */
export interface OutboxSummary {
  /** How many complete feedbacks wait to be sent. */
  waiting: number;
  /** When the first of these expires, if that is soon, in milliseconds since 1970. */
  expiresAt?: number;
  /** Feedbacks that have arrived since the visitor was told that they were kept. */
  sent: readonly OutboxRecord[];
  /** Feedbacks that the server will never take. */
  refused: readonly OutboxRecord[];
}

/** How long before its expiry the visitor is told of it (docs/constants.md#limits). */
const WARNING_MS = 3 * 24 * 60 * 60_000;

/**
 * @param sent what has arrived meanwhile.
 * @param openRun the run that goes on here: its own page says what becomes of it.
 */
export function summarize(
  records: readonly OutboxRecord[],
  sent: readonly OutboxRecord[],
  openRun: string | undefined,
  now: number,
): OutboxSummary {
  const others = records.filter(({ id }) => id !== openRun);
  const waiting = others.filter((record) => isWaiting(record) && isAnswered(record));
  const expiresAt = Math.min(...waiting.map(({ writtenAt, expiryMs = EXPIRY_MS }) => writtenAt + expiryMs));
  return {
    waiting: waiting.length,
    ...(expiresAt - now < WARNING_MS && { expiresAt }),
    sent,
    refused: others.filter(({ state }) => state === "refused"),
  };
}
