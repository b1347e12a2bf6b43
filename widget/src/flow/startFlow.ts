import { type Boot, isPreview } from "../boot";
import { watchNetwork } from "../effects/network";
import { type Outlets, pageOutlets } from "../effects/outlets";
import { createPerformEffect } from "../effects/performEffect";
import { createSubmission } from "../effects/submission";
import { createTimers } from "../effects/timers";
import { loadEngine } from "../engine/engine";
import type { SubmitResult } from "../engine/types";
import { PulsenError } from "../errors/pulsenError";
import { touchSession } from "../storage/visitor";
import { type FlowRun, startFlowRun } from "./flowRun";
import { createIdleness, type Idleness } from "./idleness";
import { readPreloaded } from "./preloaded";
import { describeSurroundings, type Visit } from "./surroundings";
import { watchActs } from "./watchActs";

/** A flow that goes on by itself: its run, and whether somebody is still there. */
export interface StartedFlow {
  run: FlowRun;
  idleness: Idleness;
  /** Something else is shown instead: the page is listened to no longer. */
  stop(): void;
}

/**
 * Starts the page's flow, once the engine is there. What its questions are drawn with may still be on its way.
 *
 * @param outlets the ways out of the page, where it is not a page of its own.
 * @throws when the page has no flow, its definition is wrong, or the engine does not come.
 */
export async function startFlow(boot: Boot, visit: Visit, outlets = pageOutlets): Promise<StartedFlow> {
  if (!boot.flow) throw new PulsenError("The page came without a flow.");
  const loading = loadEngine();
  // Read while the engine is on its way: the page stands still until the browser has brought its storage in.
  touchSession(Date.now());
  const surroundings = describeSurroundings(boot, boot.flow, visit);
  const engine = await loading;

  // Events are told by a clock that nobody sets back.
  const started = performance.now();
  const session = engine.startSession(boot.flow, { ...surroundings, now: Date.now() });

  const instant = isPreview(boot, visit.query);
  const submission = createSubmission(boot.api_base);
  const startTimer = createTimers();
  const idleness = createIdleness(() => run.view().style === "normal");
  const perform = createPerformEffect({
    submission,
    startTimer: (name, ms, callback) =>
      name === "idle" ? idleness.start(ms, callback) : startTimer(name, ms, callback),
    instant,
    outlets,
  });
  // Fractions would say nothing, and reading them costs the engine as much as all the rest of a small event.
  const clock = () => Math.round(performance.now() - started);
  const run: FlowRun = startFlowRun(session, clock, perform, submission.changeVisitor);

  const preloaded = readPreloaded(visit.query);
  if (preloaded) run.send({ type: "preloaded", answers: preloaded });

  const stops = [watchActs(window, idleness.act)];
  if (!instant) {
    const sendKept = () => submission.sendKept((body) => openAwaitedChat(run, outlets, body));
    stops.push(watchNetwork(window, run.send, sendKept));
  }
  const stop = () => {
    for (const stopOne of stops) stopOne();
  };
  return { run, idleness, stop };
}

/** Who ended in a chat without a network waits for it on its page: there is one now. */
function openAwaitedChat(run: FlowRun, outlets: Outlets, body: unknown) {
  const { id, chat_token_string: token } = (body ?? {}) as SubmitResult;
  if (run.view().style === "chat" && id && token) outlets.openChat({ feedbackId: id, token });
}
