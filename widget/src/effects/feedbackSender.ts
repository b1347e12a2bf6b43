import type { FlowEffect } from "../engine/types";
import { loadChunk } from "../errors/loadChunk";
import { createDelivery, isRepeated, type Wait } from "./delivery";
import { addToOutbox, readOutbox, setAsideReason } from "./outbox";
import type { SubmissionOutcome } from "./postSubmission";
import { createSubmission } from "./submission";

type SubmitEffect = Extract<FlowEffect, { type: "submit_feedback" }>;
type OfflineEffect = Extract<FlowEffect, { type: "save_offline" }>;

/** The only way in which feedback leaves the page. */
export interface FeedbackSender {
  /** Sends one feedback and returns the outcome. Never rejects. */
  submit(effect: SubmitEffect): Promise<SubmissionOutcome>;
  /** Keeps a complete feedback in the outbox until there is a network. */
  keep(effect: OfflineEffect): void;
  /**
   * Sends the outbox, which may hold feedbacks of earlier visits. `onOwnStored` gets the response to the feedback that
   * the present visitor gave.
   */
  sendOutbox(onOwnStored: (response: unknown) => void): void;
  /** Another visitor answers from now on: nothing of theirs continues what was saved before. */
  changeVisitor(): void;
}

/** @param signature that of the link by which the visitor came, sent with every feedback. */
export function createFeedbackSender(
  apiBase: string,
  signature?: string,
  wait: Wait = sleep,
): FeedbackSender {
  const delivery = createDelivery(apiBase, wait);
  /** Counts the visitors who follow each other on this page. */
  let visitor = 0;
  /** The key of the present visitor's feedback in the outbox. */
  let ownKeptKey: string | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  /** Runs one task at a time, in order: the outbox is older than what is submitted now. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = turn.then(task);
    turn = done.catch(() => {});
    return done;
  }

  return {
    submit(effect) {
      const submission = createSubmission(effect, signature);
      const by = visitor;
      return inTurn(() => delivery.send(submission, by));
    },
    keep(effect) {
      const submission = createSubmission(effect, signature);
      const open = delivery.takeOpen();
      const earlier = open?.submission.partial ? undefined : open;
      if (earlier) addToOutbox(earlier.submission);
      // The server may have these answers already: then they must arrive under the same key.
      const kept = earlier && isRepeated(earlier, submission, visitor) ? earlier.submission : submission;
      if (kept === submission) addToOutbox(submission);
      ownKeptKey = kept.key;
    },
    sendOutbox(onOwnStored) {
      if (readOutbox().every(setAsideReason)) return;
      const onStored = (key: string, response: unknown) => {
        if (key === ownKeptKey) onOwnStored(response);
      };
      const onKeyChanged = (oldKey: string, newKey: string) => {
        if (oldKey === ownKeptKey) ownKeptKey = newKey;
      };
      // Where the script cannot be loaded, the next visit sends the outbox.
      inTurn(async () => {
        const { sendOutbox } = await loadChunk("outbox", () => import("./sendOutbox"));
        await sendOutbox(apiBase, onStored, onKeyChanged);
      }).catch(console.error);
    },
    changeVisitor() {
      visitor += 1;
      ownKeptKey = undefined;
    },
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
