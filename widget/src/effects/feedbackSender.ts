import type { FlowEffect } from "../engine/types";
import { delayBeforeRetry, isSettled } from "../http/retry";
import { addToOutbox, sendOutbox } from "./outbox";
import { postSubmission, replaceForeign, type SubmissionOutcome } from "./postSubmission";
import { continuePartialSave, createSubmission, isSendable, type Submission } from "./submission";

type SubmitEffect = Extract<FlowEffect, { type: "submit_feedback" }>;
type OfflineEffect = Extract<FlowEffect, { type: "save_offline" }>;

/**
 * The only way in which feedback leaves the page.
 *
 * After a lost response nobody knows whether the server has the feedback. So every submission carries a key that is
 * created before its first attempt, and one with an open outcome is settled, with the same key and the same bytes,
 * before anything else is sent: nothing is stored twice and nothing is lost.
 */
export class FeedbackSender {
  private readonly apiBase: string;
  private readonly wait: Wait;
  /** The submission that may or may not have arrived. */
  private open: OpenSubmission | undefined;
  /** Counts the visitors who follow each other on this page. */
  private visitor = 0;
  /** The key of the present visitor's feedback in the outbox. */
  private ownKeptKey: string | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(apiBase: string, wait: Wait = sleep) {
    this.apiBase = apiBase;
    this.wait = wait;
  }

  /** Sends one feedback and returns the outcome. Never rejects. */
  submit(effect: SubmitEffect): Promise<SubmissionOutcome> {
    const { visitor } = this;
    return this.inTurn(() => this.submitNow(createSubmission(effect), visitor));
  }

  /** Keeps a complete feedback in the outbox until there is a network. */
  keep(effect: OfflineEffect): void {
    const submission = createSubmission(effect);
    const { open } = this;
    this.open = undefined;
    if (open && !open.submission.partial) addToOutbox(open.submission);
    // The server may have these answers already: then they must arrive under the same key.
    const isKept = open && !open.submission.partial && isSameAttempt(open, submission, this.visitor);
    if (!isKept) addToOutbox(submission);
    this.ownKeptKey = isKept ? open.submission.key : submission.key;
  }

  /**
   * Sends the outbox, which may hold feedbacks of earlier visits. `onOwnStored` gets the response to the feedback that
   * the present visitor gave.
   */
  sendOutbox(onOwnStored: (response: unknown) => void): void {
    const listener = {
      onStored: (key: string, response: unknown) => {
        if (key === this.ownKeptKey) onOwnStored(response);
      },
      onKeyChanged: (oldKey: string, newKey: string) => {
        if (oldKey === this.ownKeptKey) this.ownKeptKey = newKey;
      },
    };
    void this.inTurn(() => sendOutbox(this.apiBase, listener));
  }

  /** Another visitor answers from now on: nothing of theirs continues what was saved before. */
  changeVisitor(): void {
    this.visitor += 1;
    this.ownKeptKey = undefined;
  }

  /** Runs one task at a time, in order: what is kept is older than what comes now. */
  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.turn.then(task);
    this.turn = done.catch(() => {});
    return done;
  }

  private async submitNow(submission: Submission, visitor: number): Promise<SubmissionOutcome> {
    if (!isSendable(submission)) {
      // It must not become the open submission: everything after it would wait for it.
      console.error("The feedback cannot be sent: the browser refuses the value of a header.");
      return { status: 0 };
    }
    const { open } = this;
    if (open) {
      const outcome = await this.settle(open.submission, open.visitor);
      if (isSameAttempt(open, submission, visitor) || !isSettled(outcome.status)) return outcome;
      if (open.visitor === visitor && open.submission.partial && outcome.status === 200) {
        continuePartialSave(submission, outcome.body);
      }
    }
    return this.settle(submission, visitor);
  }

  private async settle(submission: Submission, visitor: number): Promise<SubmissionOutcome> {
    this.open = { submission, visitor };
    const outcome = await this.sendWithRetries(submission);
    const replacement = replaceForeign(submission, outcome);
    if (replacement) return this.settle(replacement, visitor);
    if (isSettled(outcome.status)) this.open = undefined;
    return outcome;
  }

  private async sendWithRetries(submission: Submission): Promise<SubmissionOutcome> {
    for (let failedAttempts = 0; ; failedAttempts += 1) {
      const outcome = await postSubmission(this.apiBase, submission);
      const delay = delayBeforeRetry(failedAttempts, outcome);
      if (delay === undefined) return outcome;
      await this.wait(delay);
    }
  }
}

/** A submission with an open outcome, and the visitor who made it. */
interface OpenSubmission {
  submission: Submission;
  visitor: number;
}

/** Returns whether a visitor sends the same answers again. */
function isSameAttempt(open: OpenSubmission, { content }: Submission, visitor: number): boolean {
  return open.visitor === visitor && open.submission.content === content;
}

export type Wait = (ms: number) => Promise<unknown>;

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
