import { loadChunk } from "../basics/loadChunk";
import type { Boot, FlowOutline } from "../boot/boot";
import type { LazyCustomer } from "../customer/lazyCustomer";
import type { Outlets } from "../effects/outlets";
import { createPerformEffect } from "../effects/performEffect";
import { createTimers } from "../effects/timers";
import { loadEndings } from "../elements/loadEndings";
import type { FlowEvent } from "../engine/types";
import type { LazyOutbox } from "../outbox/lazyOutbox";
import type { FlowRun, PerformEffect } from "../run/flowRun";
import type { Notices } from "../run/notices";
import type { StateTimer } from "../run/stateTimes";
import type { Visit } from "../run/visit";
import type { Owner } from "../storage/owner";
import { deviceId } from "../storage/visitor";
import type { Invitation } from "../unsubscribing/invitation";
import type { Uploads } from "../uploads/uploads";
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
  /** Called when the visitor was kept on the page. */
  onKept(): void;
  sender: Pick<LazyOutbox, "submit" | "keep" | "reference">;
  customer: Pick<LazyCustomer, "refused">;
  owner: Owner;
  /** Measures the time in which the visitor does nothing, in place of an ordinary timer. */
  idleTimer: IdleTimer;
  uploads: Uploads | undefined;
  invitation: Invitation | undefined;
  /** Returns the code of the language that the flow is shown in. */
  language(): string;
  stateTimer: Pick<StateTimer, "read">;
  visit: Visit;
  notices: Notices;
  run(): FlowRun;
}

/** Returns the function that performs the effects of a page's flow. */
export function createFlowEffects(options: FlowEffectsOptions): PerformEffect {
  const { boot, flow, signature, instant, outlets, sender, idleTimer, uploads, invitation } = options;
  const { language, stateTimer } = options;
  const apiBase = boot.api_base;
  const nodeId = boot.node?.id ?? "";
  const visit = { apiBase, nodeId, flow, deviceId: deviceId(), signature };
  const startTimer = createTimers();
  const phoneOf = (calls: RareCalls) => calls.createPhoneVerification({ ...visit, language });
  return createPerformEffect({
    sender,
    customer: options.customer,
    owner: options.owner,
    stateTimes: stateTimer.read,
    apiBase,
    lookUp: (effect) => {
      const { requestId, questionId } = effect;
      const failed: FlowEvent = { type: "looked_up", requestId, questionId, status: 0 };
      return withRareCalls(
        ({ createLookUp }) => createLookUp({ ...visit, nodeId: boot.node?.id })(effect),
        failed,
      );
    },
    phone: {
      sendCode: (...call) => withRareCalls((calls) => phoneOf(calls).sendCode(...call), NO_REPLY),
      verifyCode: (...call) => withRareCalls((calls) => phoneOf(calls).verifyCode(...call), NO_REPLY),
    },
    startTimer: (name, ms, callback) =>
      name === "idle" ? idleTimer.start(ms, callback) : startTimer(name, ms, callback),
    instant,
    outlets,
    onKept: options.onKept,
    redirect: (to) =>
      void loadEndings()
        .then(({ leadOn }) => leadOn(options, to))
        .catch(console.error),
    uploads,
    unsubscribe: (channel) =>
      withRareCalls((calls) => calls.createUnsubscribe(apiBase, nodeId, invitation, signature)(channel), 0),
  });
}

type RareCalls = typeof import("../effects/rareCalls");

const NO_REPLY = { status: 0, body: {} };

/** Makes a call whose script is loaded for it. Where that does not arrive, the call has failed. */
async function withRareCalls<Result>(
  make: (calls: RareCalls) => Promise<Result>,
  failed: Result,
): Promise<Result> {
  try {
    return await make(await loadChunk("calls", () => import("../effects/rareCalls")));
  } catch (error) {
    console.error(error);
    return failed;
  }
}
