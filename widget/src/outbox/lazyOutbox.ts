import { inBackground } from "../basics/inBackground";
import { randomId } from "../basics/randomId";
import type { Feedback, SubmitResult } from "../engine/types";
import { referenceOf } from "../run/reference";
import { updateRecord } from "../storage/localStore";
import { LEFT } from "../storage/names";
import { keepVisitor } from "../storage/visitor";
import type { FeedbackSender, SenderOptions } from "./feedbackSender";
import type { Left } from "./leftBehind";
import { loadOutbox } from "./loadOutbox";
import type { KeptFile } from "./records/record";
import type { SubmissionEffect, SubmissionOutcome } from "./records/submission";

/** Where feedback leaves the page. Its script is loaded when the page has nothing more urgent to do. */
export interface LazyOutbox {
  /** Sends one feedback and returns the outcome. Never rejects. */
  submit(effect: SubmissionEffect): Promise<SubmissionOutcome>;
  /** Keeps a complete feedback until there is a network. */
  keep(effect: SubmissionEffect): void;
  /** Returns the reference number of the present visitor's feedback (docs/flows.md#reference-numbers). */
  reference(): string;
  /** Another visitor answers from now on: nothing of theirs continues what was saved before. */
  changeVisitor(): void;
  /** The page may go away: sends at once what is open. */
  leave(): void;
  /** Loads the script, and sends what earlier visits have left. */
  start(): void;
  /** Returns what is in the outbox, without answers. */
  report(): string[];
  stop(): void;
}

/**
 * @param firstRunId the id of the run that is answered first.
 * @param keptFor returns the files that a feedback names and that could not be uploaded yet.
 * @param onKeptStored called with the reply to the feedback that the present visitor gave and that was kept at first; returns
 *   whether it opens the chat.
 */
export function createLazyOutbox(
  options: Omit<SenderOptions, "onKeptStored">,
  firstRunId: string,
  keptFor: (feedback: Feedback) => readonly KeptFile[],
  onKeptStored: (reply: SubmitResult) => boolean,
): LazyOutbox {
  let runId = firstRunId;
  let loading: Promise<FeedbackSender> | undefined;
  let sender: FeedbackSender | undefined;
  let isStopped = false;

  async function open(): Promise<FeedbackSender> {
    const { createFeedbackSender } = await loadOutbox();
    sender = createFeedbackSender({
      ...options,
      onKeptStored(id, reply) {
        return id === runId && onKeptStored((reply ?? {}) as SubmitResult);
      },
    });
    if (isStopped) sender.stop();
    return sender;
  }
  function load(): Promise<FeedbackSender> {
    loading ??= open().catch((error) => {
      // The next occasion tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  }

  return {
    async submit(effect) {
      const id = runId;
      // Now: with the end of the run its files are forgotten.
      const files = keptFor(effect.feedback);
      try {
        // At once where that is possible: the page may be going away.
        return await (sender ?? (await load())).submit(id, effect, files);
      } catch (error) {
        console.error(error);
        return { status: 0 };
      }
    },
    keep(effect) {
      const id = runId;
      const files = keptFor(effect.feedback);
      load()
        .then((outbox) => outbox.keep(id, effect, files))
        .catch((error) => {
          console.error(error);
          keepForLater(id, effect, options);
        });
    },
    reference: () => referenceOf(runId),
    changeVisitor() {
      runId = randomId();
    },
    leave() {
      sender?.leave();
    },
    start() {
      inBackground(() => load().catch(console.error));
    },
    report: () => sender?.report() ?? [],
    stop() {
      isStopped = true;
      sender?.stop();
    },
  };
}

/** Keeps a feedback where the outbox finds it when its script can be loaded. */
function keepForLater(
  runId: string,
  { feedback, headers }: SubmissionEffect,
  { apiBase, signature, owner: { person }, expiryMs }: Omit<SenderOptions, "onKeptStored">,
) {
  const now = Date.now();
  const key = randomId();
  keepVisitor(now);
  const left = {
    lane: JSON.stringify([feedback.node_id ?? "", feedback.flow_id ?? ""]),
    apiBase,
    submission: {
      key,
      partial: false,
      body: JSON.stringify(feedback),
      // In JSON nothing is left of what is not there.
      headers: { ...headers, "X-Signature": signature },
      // Like no other: what the run has sent before is not known here.
      content: key,
    },
    person: person || undefined,
    expiryMs,
    now,
  };
  updateRecord(LEFT, runId, () => left as Left);
}
