import { hasActed, keepVisitor } from "../storage/visitor";
import { followKept, type KeptOptions } from "./keptFeedback";
import { openOutbox } from "./openOutbox";
import { KEPT } from "./outcome";
import { createOutboxNotice } from "./parts";
import { laneOf } from "./record";
import { createSubmission, type SubmissionEffect, type SubmissionOutcome } from "./submission";
import { askForSync, watchOccasions } from "./triggers";

/** The only way in which feedback leaves the page: it is written down before it is sent. */
export interface FeedbackSender {
  /** Sends one feedback of a run and returns the outcome; `KEPT` where there is none yet. Never rejects. */
  submit(runId: string, effect: SubmissionEffect): Promise<SubmissionOutcome>;
  /** Keeps a complete feedback without waiting for its outcome. */
  keep(runId: string, effect: SubmissionEffect): Promise<void>;
  /** Returns for an error report what is in the outbox, without answers. */
  report(): string[];
  stop(): void;
}

export interface SenderOptions extends Omit<KeptOptions, "createNotice"> {
  apiBase: string;
  /** The signature of the link by which the visitor came, sent with every feedback. */
  signature: string | undefined;
}

export function createFeedbackSender({ apiBase, signature, ...options }: SenderOptions): FeedbackSender {
  const outbox = openOutbox();
  const kept = followKept(outbox, { ...options, createNotice: createOutboxNotice });

  /** Whether there may be something to send. A browser that clears its storage does not make the page forget that. */
  let isUsed = hasActed();

  function write(runId: string, effect: SubmissionEffect): Promise<void> {
    isUsed = true;
    keepVisitor(Date.now());
    const submission = createSubmission(effect, signature);
    const { node_id: nodeId = "", flow_id: flowId = "" } = effect.feedback;
    return outbox.write(runId, laneOf(nodeId, flowId), apiBase, submission);
  }
  /** The run ends without the server's decision. */
  async function leave(runId: string) {
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
    async submit(runId, effect) {
      kept.setOpenRun(runId);
      await write(runId, effect);
      const outcome = await outbox.outcome(runId);
      if (effect.type === "submit_feedback" && effect.partial) return outcome;
      if (outcome.status === KEPT) await leave(runId);
      // Nobody has to be told any more.
      if (outcome.status === 200) await outbox.remove(runId);
      return outcome;
    },
    async keep(runId, effect) {
      await write(runId, effect);
      await leave(runId);
    },
    report: kept.report,
    stop() {
      for (const stop of stops) stop();
    },
  };
}
