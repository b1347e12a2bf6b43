import { type Boot, isPreview, readFlowText } from "../boot";
import { createFeedbackSender } from "../effects/feedbackSender";
import { pageOutlets } from "../effects/outlets";
import type { Customer } from "../engine/types";
import { PulsenError } from "../errors/pulsenError";
import { type Invitation, readInvitation } from "../unsubscribing/invitation";
import type { Uploads } from "../uploads/uploads";
import { connectOutbox } from "./connectOutbox";
import { createFlowEffects } from "./flowEffects";
import { type FlowRun, startFlowRun } from "./flowRun";
import { observeSession, readSigned, startSession } from "./flowSession";
import { createIdleTimer, type IdleTimer } from "./idleTimer";
import { createLazyCustomer, type LazyCustomer } from "./lazyCustomer";
import { readSignature } from "./linkSignature";
import { readPreloadedAnswers } from "./preloadedAnswers";
import type { Visit } from "./sessionContext";
import { startUploads } from "./startUploads";
import { watchActivity } from "./watchActivity";

/** A flow that has started. */
export interface StartedFlow {
  run: FlowRun;
  idleTimer: IdleTimer;
  /** Tells engine and server who the visitor is. */
  customer: LazyCustomer;
  /** The invitation from which the visitor can unsubscribe on this page. */
  invitation?: Invitation;
  /** Absent where the flow asks for no files. */
  uploads: Uploads | undefined;
  /** Stops listening to the page, which shows something else from now on. */
  stop(): void;
}

/**
 * Starts the page's flow once the engine is loaded.
 *
 * @param outlets those of a link page unless the flow runs elsewhere.
 * @throws when the page has no flow, its definition is wrong, or the engine cannot be loaded.
 */
export async function startFlow(boot: Boot, visit: Visit, outlets = pageOutlets): Promise<StartedFlow> {
  const { flow } = boot;
  const flowText = readFlowText(document);
  if (!flow || !flowText) throw new PulsenError("The page came without a flow.");
  const instant = isPreview(boot, visit.query);
  const signature = readSignature(visit.query);
  const signed = instant ? Promise.resolve(undefined) : readSigned(boot, signature);
  const [session, uploads] = await Promise.all([
    startSession(boot, flow, flowText, visit, signed),
    startUploads(boot, flow, visit, () => run),
  ]);
  const sender = createFeedbackSender(boot.api_base, signature);
  const invitation = readInvitation(visit.query);
  const idleTimer = createIdleTimer(() => run.view().style === "normal");
  const perform = createFlowEffects({
    boot,
    flow,
    signature,
    instant,
    outlets,
    sender,
    idleTimer,
    uploads,
    invitation,
    language: () => run.view().language,
  });
  const customer = createLazyCustomer({
    apiBase: boot.api_base,
    nodeId: boot.node?.id ?? "",
    signature,
    widgetCode: boot.widget?.code,
    needsSigned: boot.widget?.secure_mode === true,
    signed: session.signed,
    isOpen: visit.isOpen ?? (() => true),
    send: (event) => run.send(event),
  });
  const observed = instant ? session : observeSession(session, customer);
  const run = startFlowRun(observed, startClock(), perform, () => {
    sender.changeVisitor();
    customer.forget();
  });

  const preloaded = readPreloadedAnswers(visit.query);
  if (preloaded) run.send({ type: "preloaded", answers: preloaded });

  const creatorId = visit.query.get("creator_id");
  // Without a signature for this customer the server would answer with the id alone.
  if (creatorId && session.signed && isIdAlone(session.signed)) customer.load(creatorId);

  const stops = [watchActivity(window, idleTimer.recordActivity)];
  if (uploads) stops.push(uploads.release);
  if (!instant) stops.push(connectOutbox(run, sender, outlets));
  const stop = () => {
    for (const stopOne of stops) stopOne();
  };
  const canUnsubscribe = !instant && boot.node?.unsubscribe_visible === true;
  return { run, idleTimer, customer, uploads, ...(canUnsubscribe && invitation && { invitation }), stop };
}

function isIdAlone(customer: Customer): boolean {
  return Object.keys(customer).every((field) => field === "id");
}

/** Starts a monotonic clock of whole milliseconds: fractions would double the engine's work for a small event. */
function startClock(): () => number {
  const started = performance.now();
  return () => Math.round(performance.now() - started);
}
