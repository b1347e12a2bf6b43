import type { FlowEffect } from "../engine/types";
import { keepSave, sendKept } from "./outbox";
import { continueSave, newSave, type Save } from "./save";
import { isSettled, type SubmitOutcome, sendSave } from "./sendSave";

type SubmitEffect = Extract<FlowEffect, { type: "submit_feedback" }>;
type OfflineEffect = Extract<FlowEffect, { type: "save_offline" }>;

/** The one way in which feedback leaves the page. */
export interface Submission {
  /** Sends one feedback and brings what came of it. Never rejects. */
  submit(effect: SubmitEffect): Promise<SubmitOutcome>;
  /** Keeps a complete feedback until there is a network. */
  keep(effect: OfflineEffect): void;
  /**
   * Sends what is kept, also from earlier visits. `onOwn` hears what the server answers to what the present visitor
   * gave.
   */
  sendKept(onOwn: (body: unknown) => void): void;
  /** From now on somebody else answers: nothing of theirs goes on with what was saved before. */
  changeVisitor(): void;
}

/** Pauses between the tries of one submission; one try more than there are pauses. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000];

/** A server that asks for a longer pause than this is not waited for: the visitor decides when to try again. */
const LONGEST_RETRY_AFTER_MS = 15_000;

/** Answers that say "not now": the request was refused, or an intermediary lost sight of it. */
const RETRIED_STATUSES = [0, 429, 502, 503, 504];

/**
 * A lost answer leaves it open whether the server has the feedback. So every save carries a key that was
 * minted before its first try, and one whose fate is open is settled, with the same key and the same bytes,
 * before anything else is sent: nothing is stored twice and nothing is lost.
 */
export function createSubmission(apiBase: string, wait: Wait = sleep): Submission {
  let open: Save | undefined;
  /** Whether what is open is the present visitor's own. */
  let isOwn = true;
  /** What the present visitor gave and was kept. */
  let ownKept: string | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  /** One request at a time, and what is kept is older than what comes now. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = turn.then(task);
    turn = done.catch(() => {});
    return done;
  }

  async function settle(save: Save): Promise<SubmitOutcome> {
    open = save;
    const outcome = await sendWithRetries(save);
    if (isSettled(outcome.status)) open = undefined;
    return outcome;
  }

  async function sendWithRetries(save: Save): Promise<SubmitOutcome> {
    for (const pause of RETRY_DELAYS_MS) {
      const { retryAfterMs = pause, ...outcome } = await sendSave(apiBase, save);
      const isFinal = !RETRIED_STATUSES.includes(outcome.status);
      if (isFinal || retryAfterMs > LONGEST_RETRY_AFTER_MS) return outcome;
      await wait(retryAfterMs);
    }
    const { retryAfterMs: _, ...outcome } = await sendSave(apiBase, save);
    return outcome;
  }

  async function submitNow(save: Save): Promise<SubmitOutcome> {
    if (open) {
      const earlier = open;
      const continues = isOwn;
      if (continues && earlier.content === save.content) return settle(earlier);
      const outcome = await settle(earlier);
      if (!isSettled(outcome.status)) return outcome;
      if (continues && earlier.partial && outcome.status === 200) continueSave(save, outcome.body);
    }
    isOwn = true;
    return settle(save);
  }

  return {
    submit: (effect) => inTurn(() => submitNow(newSave(effect))),
    keep(effect) {
      const save = newSave(effect);
      const earlier = open?.partial ? undefined : open;
      open = undefined;
      // The server may have these answers already: then they must come to it under the same key.
      const isSame = isOwn && earlier !== undefined && earlier.content === save.content;
      if (earlier) keepSave(earlier);
      if (!isSame) keepSave(save);
      ownKept = isSame ? earlier.key : save.key;
      isOwn = true;
    },
    sendKept(onOwn) {
      void inTurn(() => sendKept(apiBase, ({ key }, body) => key === ownKept && onOwn(body)));
    },
    changeVisitor() {
      isOwn = false;
      ownKept = undefined;
    },
  };
}

export type Wait = (ms: number) => Promise<unknown>;

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
