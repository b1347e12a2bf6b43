import { type Boot, type FlowOutline, isPreview, readFlowText } from "../boot";
import { createFeedbackSender, type FeedbackSender } from "../effects/feedbackSender";
import { createLookUp } from "../effects/lookUps";
import { readOutbox, setAsideReason } from "../effects/outbox";
import { type Outlets, pageOutlets } from "../effects/outlets";
import { createPerformEffect } from "../effects/performEffect";
import { createPhoneVerification } from "../effects/phoneVerification";
import { createTimers } from "../effects/timers";
import { loadEngine } from "../engine/engine";
import type { FlowEvent, SubmitResult } from "../engine/types";
import { PulsenError } from "../errors/pulsenError";
import { watchOnlineStatus } from "../http/onlineStatus";
import { deviceId, touchSession } from "../storage/visitor";
import { type FlowRun, startFlowRun } from "./flowRun";
import { createIdleTimer, type IdleTimer } from "./idleTimer";
import { readSignature } from "./linkSignature";
import { readPreloadedAnswers } from "./preloadedAnswers";
import { buildSessionContext, type Visit } from "./sessionContext";
import { watchActivity } from "./watchActivity";

/** A flow that has started. */
export interface StartedFlow {
  run: FlowRun;
  idleTimer: IdleTimer;
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
  const session = await startSession(boot, flow, flowText, visit);
  const instant = isPreview(boot, visit.query);
  const signature = readSignature(visit.query);
  const sender = createFeedbackSender(boot.api_base, signature);
  const phone = createPhoneVerification({
    apiBase: boot.api_base,
    nodeId: boot.node?.id ?? "",
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
  });
  const run = startFlowRun(session, startClock(), perform, sender.changeVisitor);

  const preloaded = readPreloadedAnswers(visit.query);
  if (preloaded) run.send({ type: "preloaded", answers: preloaded });

  const stops = [watchActivity(window, idleTimer.recordActivity)];
  if (!instant) stops.push(connectOutbox(run, sender, outlets));
  const stop = () => {
    for (const stopOne of stops) stopOne();
  };
  return { run, idleTimer, stop };
}

async function startSession(boot: Boot, flow: FlowOutline, flowText: string, visit: Visit) {
  const loading = loadEngine();
  // Storage is read while the engine is loading: the first access blocks the page until the browser has loaded it.
  touchSession(Date.now());
  const context = buildSessionContext(boot, flow, visit);
  const engine = await loading;
  const session = engine.startSession(flowText, { ...context, now: Date.now() });
  return {
    view: () => session.view(),
    update: (event: FlowEvent) => session.update(event),
    report: () => ({
      ...session.report(),
      outbox: readOutbox().map((entry) => setAsideReason(entry) ?? "kept"),
    }),
  };
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
