import type { Boot, FlowOutline } from "../boot/boot";
import type { LazyCustomer } from "../customer/lazyCustomer";
import type { Outlets } from "../effects/outlets";
import type { Customer } from "../engine/types";
import type { ResumedRun } from "../resume/resumedRun";
import type { Clock, FlowRun } from "../run/flowRun";
import type { Notices } from "../run/notices";
import type { StateTimer } from "../run/stateTimes";
import type { Visit } from "../run/visit";
import type { Owner } from "../storage/owner";
import type { Invitation } from "../unsubscribing/invitation";
import type { Uploads } from "../uploads/uploads";
import type { IdleTimer } from "./idleTimer";

/** What a page has prepared for its flow before the engine is there. */
export interface RunOptions {
  boot: Boot;
  flow: FlowOutline;
  visit: Visit;
  /** Whether the page is a preview: nothing is sent, and delays are skipped. */
  instant: boolean;
  outlets: Outlets;
  /** The signature of the link, and the customer whom it names. */
  signature: string | undefined;
  signed: Customer | undefined;
  customer: LazyCustomer;
  /** Whose run it is. */
  owner: Owner;
  idleTimer: IdleTimer;
  uploads: Uploads | undefined;
  invitation: Invitation | undefined;
  notices: Notices;
  run(): FlowRun;
  /** Returns the milliseconds since the page has shown its flow. */
  clock: Clock;
  /** Measures how long the states of the run are shown. */
  stateTimer: StateTimer;
  /** Withdraws the offer to continue with a run that was left: the visitor has begun another. */
  withdrawOffer(): void;
  /** The run that was left, whose seed the page's first run takes. */
  leftRun: { seed?: number };
  /** The run that is continued. */
  resumed?: ResumedRun;
  /** Whether the page has shown another run before this one. */
  isLater?: boolean;
  /** Takes a function that is called when the page shows something else. */
  onStop(stop: () => void): void;
}

/** Where visitors follow one another, nobody continues with what somebody else has left. */
export function isResumable({ boot, instant }: Pick<RunOptions, "boot" | "instant">): boolean {
  const { node } = boot;
  const isShared = node?.idle_reset_timeout_in_seconds || node?.thank_you_duration_in_seconds;
  return !instant && node !== null && !isShared;
}
