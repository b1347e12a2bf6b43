import { hasActed, keepVisitor } from "../storage/visitor";
import { followKept, type KeptOptions } from "./keptFeedback";
import type { KeptFile } from "./keptFile";
import { forgetLeft, type Latest, leave, noteLeft } from "./leaving";
import { openOutbox } from "./openOutbox";
import { KEPT } from "./outcome";
import { createOutboxNotice } from "./parts";
import { postSubmission } from "./postSubmission";
import { laneOf } from "./record";
import { sharedOutbox } from "./sharedOutbox";
import { isSealing } from "./store/sealedRow";
import { createSubmission, type SubmissionEffect, type SubmissionOutcome } from "./submission";
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
  /** How long feedback is tried; absent: as long as usual. */
  expiryMs?: number | undefined;
  /** Whether it is remembered that a run has ended, so that it is not offered to be gone on with. */
  remembers: boolean;
}

export function createFeedbackSender(senderOptions: SenderOptions): FeedbackSender {
  const { apiBase, signature, expiryMs, remembers, ...options } = senderOptions;
  const outbox = isSealing() ? sharedOutbox() : openOutbox();
  const remove = remembers ? outbox.end : outbox.remove;
  const kept = followKept({ ...outbox, remove }, { ...options, createNotice: createOutboxNotice });

  /** Whether there may be something to send. A browser that clears its storage does not make the page forget that. */
  let isUsed = hasActed();
  /** What this page has no outcome for, by key, in order. */
  const open = new Map<string, Pick<Latest, "id" | "written"> & { writing: Promise<void> }>();
  /** The key of what was sent when the page seemed to go away: it may go away again. */
  let leftKey: string | undefined;

  /** Writes a feedback down, and returns its key. */
  async function write(runId: string, effect: SubmissionEffect, files: readonly KeptFile[]): Promise<string> {
    isUsed = true;
    keepVisitor(Date.now());
    const submission = createSubmission(effect, signature, files);
    const { node_id: nodeId = "", flow_id: flowId = "" } = effect.feedback;
    const lane = laneOf(nodeId, flowId);
    const written = { lane, apiBase, submission, ...(expiryMs && { expiryMs }), now: Date.now() };
    const { key } = submission;
    // The run itself is forgotten with its end. Local storage holds no files.
    if (!submission.partial && !submission.files) noteLeft(runId, written);
    const writing = outbox.write(runId, written, files);
    open.set(key, { id: runId, written, writing });
    await writing;
    forgetWritten(runId, key);
    return key;
  }
  /** Forgets what local storage has of a run up to this key, if the database has it. */
  function forgetWritten(runId: string, key: string) {
    const keys = [...open.keys()];
    const later = keys.slice(keys.indexOf(key) + 1);
    if (!outbox.isUnstored(runId)) forgetLeft(runId, (left) => !later.includes(left));
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
      open.delete(key);
      if (effect.type === "submit_feedback" && effect.partial) return outcome;
      if (outcome.status === KEPT) await leaveRun(runId);
      // Nobody has to be told any more.
      if (outcome.status === 200) await remove(runId);
      return outcome;
    },
    async keep(runId, effect, files) {
      open.delete(await write(runId, effect, files));
      await leaveRun(runId);
    },
    leave() {
      const [latest] = [...open].slice(-1);
      if (!latest || latest[0] === leftKey) return;
      const [key, { id, written, writing }] = latest;
      leftKey = key;
      const left = leave({ id, written, hasEarlier: open.size > 1 }, outbox.known(id));
      if (left) void postSubmission(apiBase, left);
      // Before anything that is answered when the page comes back, which would take its place.
      const beginning = left && outbox.begin(id, key);
      void Promise.all([writing, beginning]).then(() => forgetWritten(id, key));
    },
    report: kept.report,
    stop() {
      for (const stop of stops) stop();
    },
  };
}
