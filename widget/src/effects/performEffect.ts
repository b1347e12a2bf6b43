import type { FlowEffect, SubmitResult } from "../engine/types";
import type { PerformEffect, Send } from "../flow/flowRun";
import { recordSubmitted, removeFeedback, storeFeedback } from "../storage/feedbackRecords";
import { after } from "./after";
import { type Outlets, pageOutlets } from "./outlets";
import { focusElement, scrollToElement } from "./page";
import { createSubmit } from "./submission";

/**
 * Makes what carries out the engine's effects on this page.
 *
 * @param apiBase where the API lives.
 * @param instant previews wait for nothing (specification, section 2.1).
 * @param outlets the ways out of this page.
 */
export function createPerformEffect(
  apiBase: string,
  instant: boolean,
  outlets: Outlets = pageOutlets,
): PerformEffect {
  const submit = createSubmit(apiBase);
  const pause = (ms: number) => (instant ? 0 : ms);

  const performers: Performers = {
    async submit_feedback(effect, send) {
      const { status, body } = await submit(effect);
      send({ type: "submitted", status, body: (body ?? {}) as SubmitResult });
    },
    schedule({ timer, afterMs }, send) {
      after(pause(afterMs), () => send({ type: "timer", timer }));
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
    // No endpoint serves these yet: a look-up fails at its question, the others are never asked for.
    dynamic_request: failLookUp,
    binding_request: failLookUp,
    send_code() {},
    verify_code() {},
    unsubscribe() {},
    save_offline() {},
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
