import type { Boot, FlowOutline } from "../boot";
import type { FeedbackSender } from "../effects/feedbackSender";
import { createLookUp } from "../effects/lookUps";
import type { Outlets } from "../effects/outlets";
import { createPerformEffect } from "../effects/performEffect";
import { createPhoneVerification } from "../effects/phoneVerification";
import { createTimers } from "../effects/timers";
import { deviceId } from "../storage/visitor";
import type { Invitation } from "../unsubscribing/invitation";
import { createUnsubscribe } from "../unsubscribing/requestUnsubscription";
import type { Uploads } from "../uploads/uploads";
import type { PerformEffect } from "./flowRun";
import type { IdleTimer } from "./idleTimer";

/** What the effects of a page's flow are performed with. */
export interface FlowEffectsOptions {
  boot: Boot;
  flow: FlowOutline;
  /** The signature of the link. */
  signature: string | undefined;
  /** Whether delays are skipped, as in previews. */
  instant: boolean;
  outlets: Outlets;
  sender: FeedbackSender;
  /** Measures the time in which the visitor does nothing, in place of an ordinary timer. */
  idleTimer: IdleTimer;
  uploads: Uploads | undefined;
  invitation: Invitation | undefined;
  /** Returns the code of the language that the flow is shown in. */
  language(): string;
}

/** Returns the function that performs the effects of a page's flow. */
export function createFlowEffects(options: FlowEffectsOptions): PerformEffect {
  const { boot, flow, signature, instant, outlets, sender, idleTimer, uploads, invitation, language } =
    options;
  const apiBase = boot.api_base;
  const nodeId = boot.node?.id ?? "";
  const visit = { apiBase, nodeId, flow, deviceId: deviceId(), signature };
  const startTimer = createTimers();
  return createPerformEffect({
    sender,
    lookUp: createLookUp({ ...visit, nodeId: boot.node?.id }),
    phone: createPhoneVerification({ ...visit, language }),
    startTimer: (name, ms, callback) =>
      name === "idle" ? idleTimer.start(ms, callback) : startTimer(name, ms, callback),
    instant,
    outlets,
    uploads,
    unsubscribe: createUnsubscribe(apiBase, nodeId, invitation, signature),
  });
}
