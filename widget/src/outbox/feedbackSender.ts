import type { Owner } from "../storage/owner";
import { hasActed, keepVisitor } from "../storage/visitor";
import { followKept, type KeptOptions } from "./keptFeedback";
import { createOpenSubmissions } from "./leaving";
import { createOutboxNotice } from "./OutboxNotice";
import { KEPT, outboxOfRun } from "./openOutbox";
import { type KeptFile, laneOf } from "./records/record";
import { createSubmission, type SubmissionEffect, type SubmissionOutcome } from "./records/submission";
import { askForSync, watchOccasions } from "./triggers";

/** The only way in which feedback leaves the page: it is written down before it is sent. */
export interface FeedbackSender {
  /**
   * Sends one feedback of a run and returns the outcome; `KEPT` where there is none yet. Never rejects.
   *
   * @param files those that the feedback names and that could not be uploaded yet.
   */
  submit(runId: string, effect: SubmissionEffect, files: readonly KeptFile[]): Promise<SubmissionOutcome>;
  /** Keeps a complete feedback without waiting for its outcome. */
  keep(runId: string, effect: SubmissionEffect, files: readonly KeptFile[]): Promise<void>;
  /** The page may go away: sends at once what no attempt is under way for, as far as browsers allow it. */
  leave(): void;
  /** Returns for an error report what is in the outbox, without answers. */
  report(): string[];
  stop(): void;
}

export interface SenderOptions extends Omit<KeptOptions, "createNotice"> {
  apiBase: string;
  /** The signature of the link by which the visitor came, sent with every feedback. */
  signature: string | undefined;
  /** Whose feedback it is. */
  owner: Owner;
  /** How long feedback is tried; absent: as long as usual. */
  expiryMs?: number | undefined;
  /** Whether it is remembered that a run has ended, so that it is not offered to be gone on with. */
  remembers: boolean;
}

export function createFeedbackSender(senderOptions: SenderOptions): FeedbackSender {
  const { apiBase, signature, expiryMs, remembers, ...options } = senderOptions;
  const outbox = outboxOfRun();
  const remove = remembers ? outbox.end : outbox.remove;
  const kept = followKept({ ...outbox, remove }, { ...options, createNotice: createOutboxNotice });

  /** Whether there may be something to send. A browser that clears its storage does not make the page forget that. */
  let isUsed = hasActed();
  const open = createOpenSubmissions(outbox);

  /** Writes a feedback down, and returns its key. */
  async function write(runId: string, effect: SubmissionEffect, files: readonly KeptFile[]): Promise<string> {
    isUsed = true;
    keepVisitor(Date.now());
    const submission = createSubmission(effect, signature, files);
    const { node_id: nodeId = "", flow_id: flowId = "" } = effect.feedback;
    const lane = laneOf(nodeId, flowId);
    const { person } = options.owner;
    const written = {
      lane,
      apiBase,
      submission,
      ...(person && { person }),
      ...(expiryMs && { expiryMs }),
      now: Date.now(),
    };
    await open.write(runId, written, files);
    return submission.key;
  }
  /** The run ends without the server's decision. */
  async function leaveRun(runId: string) {
    kept.setOpenRun(undefined);
    kept.expect(runId);
    await outbox.leave(runId);
    void askForSync();
  }
  /** Sends what earlier visits have left. Who has never acted has left nothing. */
  function sendEarlier() {
    isUsed ||= hasActed();
    if (isUsed) outbox.wake(true);
  }

  const stops = [
    outbox.subscribe(kept.lookSoon),
    watchOccasions(window, sendEarlier),
    kept.stop,
    outbox.stop,
  ];
  sendEarlier();
  if (isUsed) kept.lookSoon();

  return {
    async submit(runId, effect, files) {
      kept.setOpenRun(runId);
      const key = await write(runId, effect, files);
      const outcome = await outbox.outcome(runId);
      open.close(key);
      if (effect.type === "submit_feedback" && effect.partial) return outcome;
      if (outcome.status === KEPT) await leaveRun(runId);
      // Nobody has to be told any more.
      if (outcome.status === 200) await remove(runId);
      return outcome;
    },
    async keep(runId, effect, files) {
      open.close(await write(runId, effect, files));
      await leaveRun(runId);
    },
    leave: open.leave,
    report: kept.report,
    stop() {
      for (const stop of stops) stop();
    },
  };
}
