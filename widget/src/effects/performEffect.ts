import type { FlowEffect, SubmitResult } from "../engine/types";
import type { PerformEffect, Send } from "../flow/flowRun";
import { recordSubmitted, removeFeedback, storeFeedback } from "../storage/feedbackRecords";
import { after } from "./after";
import type { Outlets } from "./outlets";
import { focusElement, scrollToElement } from "./page";
import type { Submission } from "./submission";
import type { StartTimer } from "./timers";

/** What effects are carried out with. */
export interface Means {
  submission: Pick<Submission, "submit" | "keep">;
  startTimer: StartTimer;
  /** Previews wait for nothing (specification, section 2.1). */
  instant: boolean;
  /** The ways out of the page. */
  outlets: Outlets;
}

/** Makes what carries out the engine's effects on this page. */
export function createPerformEffect(means: Means): PerformEffect {
  const { submission, startTimer, instant, outlets } = means;
  const pause = (ms: number) => (instant ? 0 : ms);

  const performers: Performers = {
    async submit_feedback(effect, send) {
      const { status, body } = await submission.submit(effect);
      send({ type: "submitted", status, body: (body ?? {}) as SubmitResult });
    },
    save_offline(effect) {
      submission.keep(effect);
    },
    schedule({ timer, afterMs }, send) {
      startTimer(timer, pause(afterMs), () => send({ type: "timer", timer }));
    },
    post_to_host({ message, data, delayMs }) {
      after(pause(delayMs), () => outlets.postToHost(message, data));
    },
    scroll_to({ elementId, afterMs }) {
      after(pause(afterMs), () => scrollToElement(elementId, instant));
    },
    focus({ elementId }) {
      after(0, () => focusElement(elementId));
    },
    open_chat({ feedbackId, token, afterMs }) {
      outlets.expectChat?.();
      after(afterMs, () => outlets.openChat({ feedbackId, token }));
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
    // No endpoint serves these: they fail at once, and the engine says so where the visitor waits for them.
    dynamic_request: failLookUp,
    binding_request: failLookUp,
    send_code({ questionId }, send) {
      send({ type: "code_sent", questionId, status: 0 });
    },
    verify_code({ questionId }, send) {
      send({ type: "code_verified", questionId, status: 0 });
    },
    unsubscribe({ channel }, send) {
      send({ type: "unsubscribed", channel, status: 0 });
    },
    count_quota() {
      // The server counts in the commit that stores the feedback; a page that may close is no place to count.
    },
  };

  return (effect, send) => performers[effect.type](effect as never, send);
}

function failLookUp({ questionId }: { questionId: string }, send: Send) {
  send({ type: "looked_up", questionId, status: 0 });
}

/** One performer for each kind of effect: a new kind without one does not compile. */
type Performers = {
  [Type in FlowEffect["type"]]: (effect: Extract<FlowEffect, { type: Type }>, send: Send) => void;
};
