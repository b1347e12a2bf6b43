import { createListeners, type Listeners } from "../listeners";
import { hasActed } from "../storage/visitor";
import type { Written } from "./changes";
import { openChannel } from "./channel";
import { FEEDBACK } from "./feedbackKind";
import { tidy } from "./housekeeping";
import { keepChatOf } from "./keptChats";
import { entriesOf, type KeptFile } from "./keptFile";
import { adoptLeft, forgetLeft, forgetSettled } from "./leaving";
import { loadRare } from "./loadRare";
import { acquireLock } from "./lock";
import { OUTBOX } from "./names";
import { KEPT, outcomeOf } from "./outcome";
import { postSubmission } from "./postSubmission";
import { isDone, type OutboxRecord } from "./record";
import { type RunningOutbox, runOutbox } from "./runOutbox";
import { createFallbackStore, type FallbackStore, type OpenStore } from "./store/fallbackStore";
import { createIndexedStore } from "./store/indexedStore";
import { changeEach, type OutboxStore } from "./store/outboxStore";
import { reportOnce } from "./store/reportOnce";
import type { SubmissionOutcome } from "./submission";

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
  const keepChat = (record: OutboxRecord | undefined) => keepsChats && keepChatOf(record);
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
      if (keepChat(record)) void changeAll("keep_chat")(id);
      forgetSettled(id, record, key);
      if (isDone(record)) forgetLeft(id, () => true);
      changed(id);
    },
    now: Date.now,
    random: Math.random,
  });
  const changeAll =
    (type: "leave" | "keep_chat" | "end" | "remove" | "clear") =>
    async (...ids: string[]) => {
      // A worker may have sent them, and the token goes away.
      ids.map(store.known).forEach(keepChat);
      const records = await store.change(ids.map((id) => ({ id, change: { type } })));
      for (const id of ids) {
        if (isDone(records.get(id))) forgetLeft(id, () => true);
        changed(id);
      }
    };
  // Of who has never acted here nothing is stored, not even an empty database.
  const ready = hasActed() ? prepare(store, keepChat).catch(console.error) : Promise.resolve();

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

async function prepare(store: FallbackStore, keepChat: (record: OutboxRecord) => boolean): Promise<void> {
  await adoptLeft(store, Date.now());
  // A service worker has no such storage. What came long ago says nothing of what has become of the chat since.
  const isRecent = ({ settled }: OutboxRecord) => Date.now() - (settled?.at ?? 0) < RECENT_MS;
  const kept = (await store.readAll()).filter((record) => isRecent(record) && keepChat(record));
  await store.change(changeEach(kept, { type: "keep_chat" }));
  await tidy(store, Date.now());
}
