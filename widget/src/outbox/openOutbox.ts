import { createListeners, type Listeners } from "../basics/listeners";
import { loadChunk } from "../basics/loadChunk";
import { keepChat } from "../storage/chatRecords";
import { OUTBOX } from "../storage/names";
import { hasActed } from "../storage/visitor";
import { openChannel } from "./channel";
import { adoptLeft, forgetLeft } from "./leftBehind";
import { postSubmission } from "./postSubmission";
import { FEEDBACK, type Written } from "./records/changes";
import { chatOf, entriesOf, isForgotten, isOver, type KeptFile, type OutboxRecord } from "./records/record";
import { isExpired } from "./records/schedule";
import type { SubmissionOutcome } from "./records/submission";
import { acquireLock, type RunningOutbox, runOutbox } from "./sender";
import { createFallbackStore, type FallbackStore, type OpenStore, reportOnce } from "./store/fallbackStore";
import { createIndexedStore } from "./store/indexedStore";
import { changeEach, type OutboxStore } from "./store/outboxStore";

/** The outbox as one tab uses it. */
export interface Outbox extends RunningOutbox {
  /** Writes a run's feedback down with the files that it names, then begins to send it. */
  write(id: string, change: Written, files: readonly KeptFile[]): Promise<void>;
  /** Returns what this page has seen last of a record. */
  known(id: string): OutboxRecord | undefined;
  /** Waits for the server's decision about a run's feedback, but not for long. */
  outcome(id: string): Promise<SubmissionOutcome>;
  /** Notes that a feedback was sent without the outbox. */
  begin(id: string, key: string): Promise<void>;
  /** Notes that the visitor was told that the feedback is kept. */
  leave(id: string): Promise<void>;
  /** Notes that the visitor knows what has become of feedback. Of what has arrived stays known that its run has ended. */
  end(...ids: string[]): Promise<void>;
  records(): Promise<OutboxRecord[]>;
  /** Returns a file that a record names. */
  file(id: string, fileId: string): Promise<KeptFile | undefined>;
  remove(...ids: string[]): Promise<void>;
  /** Removes those of which nothing waits and nothing was set aside. */
  clear(...ids: string[]): Promise<void>;
  /** Returns whether a record is kept in memory only, because the browser does not store it. */
  isUnstored(id: string): boolean;
  /** Calls `listener` with the id of each record that was changed, here or in another tab. */
  subscribe(listener: (id: string) => void): () => void;
}

/** How long the visitor waits for the server before the page goes on (docs/constants.md#delays). */
const PATIENCE_MS = 20_000;

/** For how long the reply to a feedback may bring back its chat (docs/constants.md#delays). */
const RECENT_MS = 24 * 60 * 60_000;

/**
 * Opens the outbox.
 *
 * @param keepsChats whether the chats that feedback leads to are kept for the visitor. Not on a kiosk: the next visitor is another.
 */
export function openOutbox(openFirst: OpenStore = openFeedbackStore, keepsChats = true): Outbox {
  const listeners = createListeners<[id: string]>();
  const store = createFallbackStore(FEEDBACK, openFirst, {
    onFailure: reportOnce("feedback"),
    onRestored(id) {
      listeners.notify(id);
      running.wake(false);
    },
  });
  const channel = openChannel(OUTBOX, listeners.notify);
  const changed = (id: string) => {
    channel.tell(id);
    listeners.notify(id);
  };
  const keepItsChat = (record: OutboxRecord | undefined) => keepsChats && keepChatOf(record);
  const running = runOutbox({
    store,
    post: postSubmission,
    async postFile(...file) {
      // Without its script the file waits, as without a network.
      const rare = await loadRare().catch(console.error);
      return rare ? rare.postFile(...file) : { status: 0 };
    },
    acquire: () => acquireLock(OUTBOX),
    onSettled(id, record, key) {
      if (keepItsChat(record)) void changeAll("keep_chat")(id);
      forgetLeft(id, record, { type: "settled", key });
      changed(id);
    },
    now: Date.now,
    random: Math.random,
  });
  const changeAll =
    (type: "leave" | "keep_chat" | "end" | "remove" | "clear") =>
    async (...ids: string[]) => {
      // A worker may have sent them, and the token goes away.
      ids.map(store.known).forEach(keepItsChat);
      const records = await store.change(ids.map((id) => ({ id, change: { type } })));
      for (const id of ids) {
        forgetLeft(id, records.get(id), { type: "settled" });
        changed(id);
      }
    };
  // Of who has never acted here nothing is stored, not even an empty database.
  const ready = hasActed() ? prepare(store, keepItsChat).catch(console.error) : Promise.resolve();

  return {
    wake(isEager) {
      // What is taken over is sent as well.
      void ready.then(() => running.wake(isEager));
    },
    async write(id, written, files) {
      await ready;
      const change = { ...written, type: "write", files: entriesOf(files) } as const;
      await store.change([{ id, change, files }]);
      changed(id);
      running.wake(false);
      // What comes next may find room.
      if (store.isUnstored(id)) await tidy(store, Date.now());
    },
    async begin(id, key) {
      await ready;
      await store.change([{ id, change: { type: "begin", key } }]);
    },
    known: store.known,
    outcome: (id) => awaitOutcome(id, store, listeners),
    leave: changeAll("leave"),
    end: changeAll("end"),
    remove: changeAll("remove"),
    clear: changeAll("clear"),
    records: store.readAll,
    file: store.file,
    isUnstored: store.isUnstored,
    subscribe: listeners.add,
    stop() {
      running.stop();
      channel.close();
    },
  };
}

const openFeedbackStore: OpenStore = (onLost) => createIndexedStore(FEEDBACK, onLost);

/** Waits for the server's decision about a record, or until the visitor has waited long enough. */
function awaitOutcome(
  id: string,
  store: OutboxStore,
  changes: Listeners<[id: string]>,
): Promise<SubmissionOutcome> {
  return new Promise((resolve) => {
    const look = async (changedId: string) => {
      const outcome = changedId === id ? outcomeOf(await store.read(id)) : undefined;
      if (outcome) finish(outcome);
    };
    const stop = changes.add((changedId) => void look(changedId));
    const timer = setTimeout(() => finish({ status: KEPT }), PATIENCE_MS);
    const finish = (outcome: SubmissionOutcome) => {
      stop();
      clearTimeout(timer);
      resolve(outcome);
    };
    void look(id);
  });
}

async function prepare(store: FallbackStore, keepItsChat: (record: OutboxRecord) => boolean): Promise<void> {
  await adoptLeft(store, Date.now());
  // A service worker has no such storage. What came long ago says nothing of what has become of the chat since.
  const isRecent = ({ settled }: OutboxRecord) => Date.now() - (settled?.at ?? 0) < RECENT_MS;
  const kept = (await store.readAll()).filter((record) => isRecent(record) && keepItsChat(record));
  await store.change(changeEach(kept, { type: "keep_chat" }));
  await tidy(store, Date.now());
}

/** The status of a feedback that is kept on this device and was not taken by the server yet (docs/engine.md#events). */
export const KEPT = 202;

/** How many tries the visitor waits for. */
const TRIES_TO_WAIT_FOR = 4;

/** A server that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_TO_WAIT_FOR_MS = 15_000;

/** Returns what the run is told of its record; `undefined` while the visitor had better wait. */
function outcomeOf(record: OutboxRecord | undefined): SubmissionOutcome | undefined {
  if (!record) return { status: KEPT };
  if (record.state !== "waiting") {
    const { status, body } = record.settled ?? { status: KEPT, body: {} };
    return { status, body };
  }
  const isHopeless =
    record.failures >= TRIES_TO_WAIT_FOR ||
    (record.failures > 0 && record.pauseMs > LONGEST_PAUSE_TO_WAIT_FOR_MS);
  return isHopeless ? { status: KEPT } : undefined;
}

let shared: Outbox | undefined;

/**
 * Returns the outbox of a kiosk. It outlives the runs of visitors who follow one another, as what it has to keep in memory does:
 * none of them stops it.
 */
export function sharedOutbox(): Outbox {
  shared ??= { ...openOutbox(undefined, false), stop() {} };
  return shared;
}

/** Returns the outbox for a run of this page. */
export function outboxOfRun(): Outbox {
  return shared ?? openOutbox();
}

/** As long as a run can be gone on with, and has to be known as one that has ended (docs/constants.md#limits). */
const RUN_MS = 30 * 24 * 60 * 60_000;

/** How long its files are kept where it can only be continued on the page on which they were chosen. */
const SAVED_FILES_MS = 24 * 60 * 60_000;

/** Of how many runs it is known that they have ended: what is known of others needs the room. */
const MOST_ENDED = 200;

/** Removes records that hold no answers any more and that nobody will ask for. What the clock has set aside wrongly waits again. */
export async function tidy(store: OutboxStore, now: number): Promise<void> {
  const records = await store.readAll();
  const refused = records.filter((record) => record.state === "refused" && !isExpired(record, now));
  const useless = records.filter((record) => isUseless(record, now));
  const settledAt = ({ settled }: OutboxRecord) => settled?.at ?? 0;
  const ended = records
    .filter(({ state, isKept }) => state === "stored" && !isKept)
    .sort((a, b) => settledAt(b) - settledAt(a));
  const gone = new Set([...useless, ...ended.slice(MOST_ENDED)]);
  await store.change([
    ...changeEach(refused, { type: "revive", now } as const),
    ...changeEach([...gone], { type: "clear" } as const),
  ]);
}

function isUseless(record: OutboxRecord, now: number): boolean {
  const { state, writtenAt, settled, files, isHeld } = record;
  if (isForgotten(record)) return true;
  if (state === "stored") return now - (settled?.at ?? 0) > RUN_MS;
  return isOver(record) && now - writtenAt > (files && !isHeld ? SAVED_FILES_MS : RUN_MS);
}

/**
 * Keeps the token of the chat that a feedback has led to (docs/chat.md#access), whoever has sent it and whenever. Returns
 * whether it did; its record has to know that (`keep_chat`).
 */
export function keepChatOf(record: OutboxRecord | undefined): boolean {
  const chat = record?.state === "stored" && !record.isChatKept && chatOf(record);
  if (!chat) return false;
  const [nodeId = ""] = JSON.parse(record.lane) as string[];
  keepChat(nodeId, chat, { person: record.person ?? "" });
  return true;
}

/** Loads what kept files and refused feedback need. @throws {ChunkLoadError} when it cannot be loaded. */
export const loadRare = () => loadChunk("outbox-rare", () => import("./rare"));
