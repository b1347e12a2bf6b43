import type { FlowEffect, SubmitResult } from "../engine/types";
import type { PerformEffect, Send } from "../flow/flowRun";
import { recordSubmitted, removeFeedback, storeFeedback } from "../storage/feedbackRecords";
import { type LeaveProofActions, runDelayed } from "./delayed";
import type { FeedbackSender } from "./feedbackSender";
import type { Outlets } from "./outlets";
import { focusElement, scrollToElement } from "./pageElements";
import type { StartTimer } from "./timers";

/** The services that effects are performed with. */
export interface EffectContext {
  sender: Pick<FeedbackSender, "submit" | "keep">;
  startTimer: StartTimer;
  leaveProof: Pick<LeaveProofActions, "run">;
  /** Whether delays are skipped, as in previews. */
  instant: boolean;
  outlets: Outlets;
}

/** Returns the function that performs the engine's effects on this page. */
export function createPerformEffect(context: EffectContext): PerformEffect {
  const performers = createPerformers(context);
  return (effect, send) => performers[effect.type](effect as never, send);
}

/** One performer for each kind of effect: a new kind without one does not compile. */
type Performers = {
  [Type in FlowEffect["type"]]: (effect: Extract<FlowEffect, { type: Type }>, send: Send) => void;
};

function createPerformers({ sender, startTimer, leaveProof, instant, outlets }: EffectContext): Performers {
  const delay = (ms: number) => (instant ? 0 : ms);
  return {
    async submit_feedback(effect, send) {
      const { status, body } = await sender.submit(effect);
      const { requestId } = effect;
      send({ type: "submitted", requestId, status, body: (body ?? {}) as SubmitResult });
    },
    save_offline(effect) {
      sender.keep(effect);
    },
    schedule({ timer, afterMs }, send) {
      startTimer(timer, delay(afterMs), () => send({ type: "timer", timer }));
    },
    post_to_host({ message, data, delayMs }) {
      leaveProof.run(delay(delayMs), () => outlets.postToHost(message, data));
    },
    scroll_to({ elementId, afterMs }) {
      runDelayed(delay(afterMs), () => scrollToElement(elementId, instant));
    },
    focus({ elementId }) {
      runDelayed(0, () => focusElement(elementId));
    },
    open_chat({ feedbackId, token, afterMs }) {
      outlets.expectChat?.();
      runDelayed(afterMs, () => outlets.openChat({ feedbackId, token }));
    },
    store_feedback({ feedbackId, nodeId, flowId }) {
      storeFeedback({ feedbackId, nodeId, flowId });
    },
    remove_feedback({ feedbackId }) {
      removeFeedback(feedbackId);
    },
    record_submitted({ nodeId, feedbackId, keepTime }) {
      recordSubmitted(nodeId, feedbackId, keepTime, Date.now());
    },
    count_quota() {
      // The server counts in the transaction that stores the feedback: a page that may close cannot count.
    },
    ...UNSERVED,
  };
}

type UnservedEffect = "dynamic_request" | "binding_request" | "send_code" | "verify_code" | "unsubscribe";

/** The server has no routes for these. They fail at once, and the engine tells the visitor. */
const UNSERVED: Pick<Performers, UnservedEffect> = {
  dynamic_request: failLookUp,
  binding_request: failLookUp,
  send_code({ questionId, requestId }, send) {
    send({ type: "code_sent", requestId, questionId, status: 0 });
  },
  verify_code({ questionId, requestId }, send) {
    send({ type: "code_verified", requestId, questionId, status: 0 });
  },
  unsubscribe({ channel, requestId }, send) {
    send({ type: "unsubscribed", requestId, channel, status: 0 });
  },
};

function failLookUp({ questionId, requestId }: { questionId: string; requestId: number }, send: Send) {
  send({ type: "looked_up", requestId, questionId, status: 0 });
}
