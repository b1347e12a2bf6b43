import { runDelayed } from "../basics/delayed";
import type { LazyCustomer } from "../customer/lazyCustomer";
import type { FlowEffect, SubmitResult } from "../engine/types";
import type { LazyOutbox } from "../outbox/lazyOutbox";
import type { SubmissionEffect } from "../outbox/records/submission";
import { noteEnding, noteStored } from "../run/ending";
import type { PerformEffect, Send } from "../run/flowRun";
import type { StateTimes } from "../run/stateTimes";
import { recordSubmitted, removeFeedback, storeFeedback } from "../storage/feedbackRecords";
import type { Owner } from "../storage/owner";
import type { Unsubscribe } from "../unsubscribing/requestUnsubscription";
import type { Uploads } from "../uploads/uploads";
import type { LookUp } from "./lookUps";
import type { Outlets } from "./outlets";
import { focusElement, scrollToElement } from "./pageElements";
import type { PhoneVerification } from "./phoneVerification";
import { scrollAfterPause } from "./scrollAfterPause";
import type { StartTimer } from "./timers";

/** The code of the server's refusal of a second feedback (docs/api.md#multiple-feedback). */
const ALREADY_GIVEN = "13045";

/** Where an end leads, and after which time. */
export type Redirection = Omit<Extract<FlowEffect, { type: "redirect" }>, "type">;

/** The services that effects are performed with. */
export interface EffectContext {
  sender: Pick<LazyOutbox, "submit" | "keep" | "reference">;
  /** Returns for how long the run has shown each state. */
  stateTimes(): StateTimes;
  /** The origin of the server's interface. */
  apiBase: string;
  lookUp: LookUp;
  phone: PhoneVerification;
  startTimer: StartTimer;
  /** Whether delays are skipped, as in previews. */
  instant: boolean;
  outlets: Outlets;
  /** Called when the visitor was kept on the page, and the first question that needs them has the focus. */
  onKept(): void;
  unsubscribe: Unsubscribe;
  /** Leads on from the end that is reached. */
  redirect(to: Redirection): void;
  /** Whose run it is; absent: the present person's. */
  owner?: Owner | undefined;
  /** Asks when the visitor has given the one feedback that is taken. Absent: nobody does. */
  customer?: Pick<LazyCustomer, "refused"> | undefined;
  /** Absent where the flow asks for no files. */
  uploads?: Pick<Uploads, "discard" | "release" | "refuse"> | undefined;
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

function createPerformers(context: EffectContext): Performers {
  const {
    sender,
    stateTimes,
    apiBase,
    lookUp,
    phone,
    startTimer,
    instant,
    outlets,
    onKept,
    redirect,
    unsubscribe,
    uploads,
    customer,
    owner,
  } = context;
  const delay = (ms: number) => (instant ? 0 : ms);
  const complete = (effect: SubmissionEffect) => {
    const reference = sender.reference();
    if (effect.type === "save_offline" || !effect.partial) noteEnding({ reference });
    return withPresent(effect, outlets, stateTimes(), reference);
  };
  return {
    async submit_feedback(effect, send) {
      const { status, body } = await sender.submit(complete(effect));
      const { requestId } = effect;
      const { refused_file: refused, ...result } = (body ?? {}) as SubmitResult & {
        refused_file?: string;
        chat_start_token?: string;
      };
      // Where the visitor can still remove it.
      if (refused) uploads?.refuse(refused, { status, body });
      if (!effect.partial && String(result.code) === ALREADY_GIVEN) customer?.refused();
      if (!effect.partial) {
        noteStored(apiBase, result, { nodeId: effect.feedback.node_id ?? "", open: outlets.openChat });
      }
      send({ type: "submitted", requestId, status, body: result });
    },
    save_offline(effect) {
      sender.keep(complete(effect));
    },
    schedule({ timer, afterMs }, send) {
      startTimer(timer, delay(afterMs), () => send({ type: "timer", timer }));
    },
    post_to_host({ message, data, delayMs }) {
      outlets.postToHost(message, data, delay(delayMs));
    },
    scroll_to({ elementId, afterMs }) {
      scrollAfterPause(delay(afterMs), () => scrollToElement(elementId, instant, outlets.showElement));
    },
    focus({ elementId }) {
      runDelayed(0, () => {
        focusElement(elementId, outlets.showElement);
        onKept();
      });
    },
    open_chat({ feedbackId, token, afterMs }) {
      outlets.expectChat?.({ feedbackId, token });
      runDelayed(afterMs, () => outlets.openChat({ feedbackId, token }));
    },
    redirect,
    store_feedback({ feedbackId, nodeId, flowId }) {
      storeFeedback({ feedbackId, nodeId, flowId }, owner);
    },
    remove_feedback({ feedbackId }) {
      removeFeedback(feedbackId);
    },
    record_submitted({ nodeId, feedbackId, keepTime }) {
      const now = Date.now();
      recordSubmitted(nodeId, feedbackId, keepTime, now);
      if (keepTime) outlets.feedbackGiven?.(now);
      uploads?.release();
    },
    discard_uploads({ questionId }) {
      uploads?.discard(questionId);
    },
    answers_left_out({ names }) {
      console.error(`These answers fit none of the flow's questions and were left out: ${names.join(", ")}.`);
    },
    count_quota() {
      // The server counts (docs/widget.md#quota). A page is no place for it, because it may close at any time.
    },
    async dynamic_request(effect, send) {
      send(await lookUp(effect));
    },
    async binding_request(effect, send) {
      send(await lookUp(effect));
    },
    async send_code({ requestId, questionId, address }, send) {
      const reply = await phone.sendCode(questionId, address);
      send({ type: "code_sent", requestId, questionId, ...reply });
    },
    async verify_code({ requestId, questionId, verificationId, token }, send) {
      const reply = await phone.verifyCode(verificationId, token);
      send({ type: "code_verified", requestId, questionId, ...reply });
    },
    async unsubscribe({ requestId, channel }, send) {
      send({ type: "unsubscribed", requestId, channel, status: await unsubscribe(channel) });
    },
  };
}

/** The engine knows only the address at which the flow began, and nothing of what is visible. */
function withPresent(
  effect: SubmissionEffect,
  { originUrl }: Outlets,
  stateTimes: StateTimes,
  reference: string,
): SubmissionEffect {
  const feedback = {
    ...effect.feedback,
    ...(originUrl && { origin_url: originUrl() }),
    state_times_in_ms: stateTimes,
    reference,
  };
  return { ...effect, feedback };
}
