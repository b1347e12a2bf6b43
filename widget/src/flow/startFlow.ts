import { type Boot, type FlowOutline, isPreview, readFlowText } from "../boot";
import { createFeedbackSender, type FeedbackSender } from "../effects/feedbackSender";
import { createLookUp } from "../effects/lookUps";
import { readOutbox, setAsideReason } from "../effects/outbox";
import { type Outlets, pageOutlets } from "../effects/outlets";
import { createPerformEffect } from "../effects/performEffect";
import { createPhoneVerification } from "../effects/phoneVerification";
import { createTimers } from "../effects/timers";
import { loadEngine } from "../engine/engine";
import type { Customer, FlowEvent, SubmitResult } from "../engine/types";
import { PulsenError } from "../errors/pulsenError";
import { watchOnlineStatus } from "../http/onlineStatus";
import { deviceId, touchSession } from "../storage/visitor";
import { type Invitation, readInvitation } from "../unsubscribing/invitation";
import { createUnsubscribe } from "../unsubscribing/requestUnsubscription";
import type { Uploads } from "../uploads/uploads";
import { type FlowRun, startFlowRun } from "./flowRun";
import { createIdleTimer, type IdleTimer } from "./idleTimer";
import { createLazyCustomer, type LazyCustomer, loadCustomerModule } from "./lazyCustomer";
import { readSignature } from "./linkSignature";
import { readPreloadedAnswers } from "./preloadedAnswers";
import { buildSessionContext, type Visit } from "./sessionContext";
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
  const nodeId = boot.node?.id ?? "";
  const phone = createPhoneVerification({
    apiBase: boot.api_base,
    nodeId,
    flow,
    deviceId: deviceId(),
    signature,
    language: () => run.view().language,
  });
  const startTimer = createTimers();
  const idleTimer = createIdleTimer(() => run.view().style === "normal");
  const lookUp = createLookUp({
    apiBase: boot.api_base,
    nodeId: boot.node?.id,
    flow,
    deviceId: deviceId(),
    signature,
  });
  const perform = createPerformEffect({
    sender,
    lookUp,
    phone,
    startTimer: (name, ms, callback) =>
      name === "idle" ? idleTimer.start(ms, callback) : startTimer(name, ms, callback),
    instant,
    outlets,
    uploads,
    unsubscribe: createUnsubscribe(boot.api_base, nodeId, invitation, signature),
  });
  const customer = createLazyCustomer({
    apiBase: boot.api_base,
    nodeId,
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

/** Returns the customer whom the signature of the link names, where the server has found it to be valid. */
async function readSigned(boot: Boot, signature: string | undefined): Promise<Customer | undefined> {
  if (!signature || boot.node?.signature_valid !== true) return undefined;
  try {
    const { readSignedCustomer } = await loadCustomerModule();
    return readSignedCustomer(signature);
  } catch (error) {
    // The flow goes on; the server knows the customer by the signature all the same.
    console.error(error);
    return undefined;
  }
}

async function startSession(
  boot: Boot,
  flow: FlowOutline,
  flowText: string,
  visit: Visit,
  signedLoading: Promise<Customer | undefined>,
) {
  const loading = loadEngine();
  // Storage is read while the engine is loading: the first access blocks the page until the browser has loaded it.
  touchSession(Date.now());
  const context = buildSessionContext(boot, flow, visit);
  const [engine, signed] = await Promise.all([loading, signedLoading]);
  const now = Date.now();
  const session = engine.startSession(flowText, { ...context, ...(signed && { customer: signed }), now });
  return {
    signed,
    view: () => session.view(),
    update: (event: FlowEvent) => session.update(event),
    report: () => ({
      ...session.report(),
      outbox: readOutbox().map((entry) => setAsideReason(entry) ?? "kept"),
    }),
  };
}

type FlowSession = Awaited<ReturnType<typeof startSession>>;

/** Returns the session, of which the customer hears: with the first answer there is somebody to know. */
function observeSession(session: FlowSession, customer: LazyCustomer): FlowSession {
  return {
    ...session,
    update(event) {
      if (event.type === "answered") customer.answered();
      return session.update(event);
    },
    report() {
      const customerError = customer.error();
      return { ...session.report(), ...(customerError !== undefined && { customerError }) };
    },
  };
}

function isIdAlone(customer: Customer): boolean {
  return Object.keys(customer).every((field) => field === "id");
}

/** Starts a monotonic clock of whole milliseconds: fractions would double the engine's work for a small event. */
function startClock(): () => number {
  const started = performance.now();
  return () => Math.round(performance.now() - started);
}

/** Tells the engine about the network, and sends what was kept without one: now, and whenever a network is back. */
function connectOutbox(run: FlowRun, sender: FeedbackSender, outlets: Outlets): () => void {
  const sendStatus = (isOnline: boolean) => run.send({ type: isOnline ? "online" : "offline" });
  // Also while the browser claims to be offline: some claim that permanently.
  const sendOutbox = () => sender.sendOutbox((response) => openAwaitedChat(run, outlets, response));
  sendStatus(navigator.onLine);
  sendOutbox();
  return watchOnlineStatus(window, (isOnline) => {
    sendStatus(isOnline);
    if (isOnline) sendOutbox();
  });
}

/** Opens the chat of a visitor who completed the flow offline and still waits on its chat page. */
function openAwaitedChat(run: FlowRun, outlets: Outlets, response: unknown) {
  const { id, chat_token_string: token } = (response ?? {}) as SubmitResult;
  if (run.view().style === "chat" && id && token) outlets.openChat({ feedbackId: id, token });
}
