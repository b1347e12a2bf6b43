import { randomId } from "../basics/randomId";
import { openChannel } from "./channel";
import {
  type AttemptName,
  type OutboxEffect,
  type OutboxEvent,
  RESTING,
  type Settling,
  update,
} from "./machine";
import type { SendingChange } from "./records/changes";
import type { KeptFile, OutboxRecord } from "./records/record";
import type { Submission, SubmissionOutcome } from "./records/submission";
import type { IdentifiedChange, OutboxStore } from "./store/outboxStore";

/** What the machine's effects are performed with. None of it needs a document: a service worker has it all. */
export interface OutboxServices {
  store: Pick<OutboxStore<SendingChange>, "readAll" | "change" | "file">;
  /** Sends a submission once. Never rejects. */
  post(apiBase: string, attempt: Submission): Promise<SubmissionOutcome>;
  /** Uploads a file once. Never rejects. */
  postFile(apiBase: string, file: KeptFile): Promise<SubmissionOutcome>;
  acquire: Acquire;
  /** Called with each record that the server has decided about, or could not be asked about, and the key of what was sent. */
  onSettled(id: string, record: OutboxRecord | undefined, key: string): void;
  /** Called when there is nothing to do for now. */
  onRest?(): void;
  now(): number;
  random(): number;
}

/** A machine that sends what is stored. */
export interface RunningOutbox {
  /** Sends what is due. `isEager`: pauses are skipped, because something has changed for the better. */
  wake(isEager: boolean): void;
  /** Ends the timer. What is being sent is sent. */
  stop(): void;
}

/** The longest delay of `setTimeout`; it treats anything above as none. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export function runOutbox(services: OutboxServices): RunningOutbox {
  const { store, post, postFile, acquire, onSettled, onRest, now, random } = services;
  let state = RESTING;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let release = () => {};
  let isStopped = false;

  function send(event: OutboxEvent) {
    const step = update(state, event);
    state = step.state;
    for (const effect of step.effects) perform(effect);
    if (state.phase === "resting" && event.type !== "wake") onRest?.();
  }

  function perform(effect: OutboxEffect) {
    performers[effect.type](effect as never).catch((error: unknown) => {
      console.error("The outbox could not go on:", error);
      send({ type: "failed" });
    });
  }

  const performers: {
    [Type in OutboxEffect["type"]]: (effect: Extract<OutboxEffect, { type: Type }>) => Promise<void>;
  } = {
    async lock() {
      clearTimeout(timer);
      release = await acquire();
      send({ type: "locked", records: await store.readAll(), now: now() });
    },
    async unlock() {
      release();
    },
    async send({ id, apiBase, attempt }) {
      const outcome = await post(apiBase, attempt);
      send({ type: "replied", id, key: attempt.key, outcome, now: now() });
    },
    async upload({ id, key, fileId, apiBase }) {
      const file = await store.file(id, fileId);
      // What the browser has lost by itself is lost: the answers are not.
      const outcome = file ? await postFile(apiBase, file) : { status: 0, isUnsendable: true };
      send({ type: "replied", id, key, fileId, outcome, now: now() });
    },
    async write({ settle, begin }) {
      const changes: IdentifiedChange<SendingChange>[] = [];
      if (settle) changes.push({ id: settle.id, change: changeOf(settle) });
      if (begin) changes.push({ id: begin.id, change: { type: "begin", key: begin.key } });
      const stored = await store.change(changes);
      const withRecord = <Name extends AttemptName>(name: Name) => ({ ...name, record: stored.get(name.id) });
      if (settle) onSettled(settle.id, stored.get(settle.id), settle.key);
      send({
        type: "written",
        settled: settle && { ...withRecord(settle), status: settle.outcome.status },
        begun: begin && withRecord(begin),
        now: now(),
      });
    },
    async schedule({ afterMs }) {
      clearTimeout(timer);
      if (!isStopped) timer = setTimeout(() => wake(false), Math.min(afterMs, LONGEST_TIMEOUT_MS));
    },
  };

  function changeOf({ key, fileId, outcome }: Settling): SendingChange {
    const settled = { key, outcome, now: now(), random: random() };
    if (fileId !== undefined) return { ...settled, type: "settle_file", fileId };
    return { ...settled, type: "settle", newKey: randomId() };
  }
  function wake(isEager: boolean) {
    if (!isStopped) send({ type: "wake", isEager });
  }
  return {
    wake,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Lets the caller be the only one of this browser's tabs that sends. Resolves with the function that ends it. */
export type Acquire = () => Promise<() => void>;

/** How often who waits for the lock asks whether its holder is still there (docs/constants.md#delays). */
const ASK_MS = 5_000;

/**
 * Acquires the lock. Where the browser has none, or denies it, as on pages without a secure context or an origin of their own,
 * every tab may send at the same time: keys and the store's transactions keep that from doing harm.
 *
 * A holder that does not answer for long, because the browser has frozen its tab, loses the lock to who waits.
 */
export function acquireLock(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    let isWaiting = true;
    let isAnswered = true;
    const channel = openChannel<boolean>(`${name}-lock`, (isQuestion) => {
      if (!isQuestion) isAnswered = true;
      else if (!isWaiting) channel.tell(false);
    });
    const asking = setInterval(() => {
      if (!isAnswered) request({ steal: true });
      isAnswered = false;
      channel.tell(true);
    }, ASK_MS);

    /** A request that was overtaken by one that steals is granted later, when nothing waits for it. */
    function hold(): Promise<void> | undefined {
      if (!isWaiting) return undefined;
      isWaiting = false;
      clearInterval(asking);
      channel.tell(false);
      return new Promise((release) => resolve(release));
    }
    /** It was released, stolen or denied. */
    function end() {
      isWaiting = false;
      clearInterval(asking);
      channel.close();
      resolve(() => {});
    }
    function request(options: LockOptions) {
      try {
        navigator.locks.request(name, options, hold).then(end, end);
      } catch {
        end();
      }
    }
    request({});
  });
}
