import { inBackground } from "../basics/inBackground";
import { randomId } from "../basics/randomId";
import { createStops } from "../basics/stops";
import type { Boot } from "../boot/boot";
import type { Outlets } from "../effects/outlets";
import { loadEndings } from "../elements/loadEndings";
import type { Engine } from "../engine/engine";
import type { FlowEvent, SessionContext, SubmitResult } from "../engine/types";
import { createLazyOutbox, type LazyOutbox } from "../outbox/lazyOutbox";
import { setMessages } from "../questions/messages/messageText";
import { sayMessage } from "../questions/messages/sayMessage";
import { createLazyResume } from "../resume/lazyResume";
import { noteStored } from "../run/ending";
import type { FlowRun, RunDriver } from "../run/flowRun";
import type { StoredRun } from "../run/storedRuns";
import { keepVisitor } from "../storage/visitor";
import errorStyles from "../styles/lazy/errors.css?inline";
import { adoptStyles } from "../theme/adoptStyles";
import { createRunCounter } from "./countRun";
import { speakWhileTyping } from "./fieldSpeech";
import { createFlowEffects } from "./flowEffects";
import { followNetwork, networkStatus } from "./followNetwork";
import { createLeaving } from "./leaving";
import { createMessageStatus } from "./messageStatus";
import { readPreloadedAnswers } from "./preloadedAnswers";
import { isResumable, type RunOptions } from "./runOptions";
import { buildSessionContext } from "./sessionContext";

export { loadEngine } from "../engine/engine";

setMessages(sayMessage);
adoptStyles(errorStyles);

/** What ends have that comes with a script of its own, which should be there before they are shown. */
const ENDING = /"(reference|card|live_result|redirectUrl)"/;

/** Starts a session of the engine that is loaded (`StartDriver`). */
export function startDriver(engine: Engine, flowText: string, options: RunOptions, now: number): RunDriver {
  const { boot, flow, visit, instant, signed, customer } = options;
  const { resumed, uploads, stateTimer } = options;
  const stored = resumed?.stored;
  const { seed } = options.isLater ? {} : options.leftRun;
  const context = {
    ...buildSessionContext(boot, flow, visit),
    ...(seed !== undefined && { seed }),
    ...(stored && contextOf(stored)),
  };
  const session = engine.startSession(flowText, { ...context, ...(signed && { customer: signed }), now });
  const effects = resumed?.replay(session);
  stateTimer.show(session.view());
  if (resumed) uploads?.restore(resumed.stored.files ?? {}, resumed.kept);
  /** Times count from the beginning of the run. Those of a run that is continued follow those from before. */
  const offset = (stored?.events.at(-1)?.at ?? 0) - (options.isLater ? options.clock() : 0);
  const runId = stored?.id ?? randomId();
  const outbox = createOutbox(options, runId);
  const resume = isResumable(options)
    ? createLazyResume({
        apiBase: boot.api_base,
        nodeId: boot.node?.id ?? "",
        flowId: flow.id,
        owner: options.owner,
        run: stored ?? freshRun(options, context, runId),
        uploads,
        stateTimes: stateTimer.read,
      })
    : undefined;
  const leaving = createLeaving((event) => options.run().send(event), outbox.leave);
  const counter = createRunCounter(options, seed !== undefined);
  const messageStatus = createMessageStatus(options.notices, () => options.run().view());
  const preloaded = stored ? undefined : readPreloadedAnswers(visit.query);
  const { add: onStop, stop } = createStops();
  return {
    session: {
      view: () => session.view(),
      update(given) {
        const event = { ...given, at: (given.at ?? 0) + offset };
        // With the first answer there is somebody to know.
        if (event.type === "answered" && !instant) {
          keepVisitor(Date.now());
          customer.answered();
        }
        if (event.type === "answered" || event.type === "uploading") options.withdrawOffer();
        const update = session.update(event);
        if (update.view) stateTimer.show(update.view);
        resume?.note(event, update);
        leaving.note(event, update);
        messageStatus.note(event, update);
        counter.note(event);
        return update;
      },
      report() {
        const customerError = customer.error();
        const kept = outbox.report();
        return { ...session.report(), outbox: kept, ...(customerError !== undefined && { customerError }) };
      },
    },
    perform: createFlowEffects({
      ...options,
      sender: outbox,
      language: () => options.run().view().language,
      onKept: messageStatus.summarize,
    }),
    onRestart() {
      stateTimer.restart();
      outbox.changeVisitor();
      customer.forget();
      counter.restart();
    },
    events: [...(preloaded ? [preloadedEvent(preloaded)] : []), ...(instant ? [] : [networkStatus()])],
    ...(effects && { effects }),
    stop,
    onRunning(run) {
      onStop(messageStatus.stop);
      onStop(counter.start());
      onStop(speakWhileTyping());
      if (instant) return;
      onStop(followNetwork(run.send));
      onStop(leaving.start());
      onStop(outbox.stop);
      if (resume) onStop(resume.stop);
      options.onStop(stop);
      outbox.start();
      if (ENDING.test(flowText)) inBackground(() => loadEndings().catch(console.error));
      resume?.start();
    },
  };
}

function createOutbox(options: RunOptions, runId: string): LazyOutbox {
  const { boot, outlets, owner, signature, notices, uploads } = options;
  return createLazyOutbox(
    {
      apiBase: boot.api_base,
      signature,
      owner,
      notices,
      openChat: outlets.openChat,
      expiryMs: expiryOf(boot),
      remembers: isResumable(options),
    },
    runId,
    (feedback) => uploads?.keptFor(feedback) ?? [],
    (reply) => {
      noteStored(boot.api_base, reply, { nodeId: boot.node?.id ?? "", open: outlets.openChat });
      return openAwaitedChat(options.run(), outlets, reply);
    },
  );
}

/** Returns how long feedback that cannot be sent is tried; `undefined` where the node leaves that to the page. */
function expiryOf({ node }: Boot): number | undefined {
  const days = node?.offline_expiry_in_days;
  return days ? days * 24 * 60 * 60_000 : undefined;
}

/** Opens the chat of a visitor who completed the flow without the server and still waits on its chat page. */
function openAwaitedChat(run: Pick<FlowRun, "view">, outlets: Outlets, reply: SubmitResult): boolean {
  const { id, chat_token_string: token } = reply;
  if (run.view().style !== "chat" || !id || !token) return false;
  outlets.openChat({ feedbackId: id, token });
  return true;
}

function contextOf({ seed, storedFeedbackId }: StoredRun) {
  return { seed, ...(storedFeedbackId !== undefined && { storedFeedbackId }) };
}

function freshRun(
  { flow, signature }: RunOptions,
  { seed = 0, storedFeedbackId }: Partial<SessionContext>,
  id: string,
): StoredRun {
  return {
    id,
    revision: flow.revision,
    seed,
    savedAt: Date.now(),
    events: [],
    ...(storedFeedbackId !== undefined && { storedFeedbackId }),
    ...(signature !== undefined && { signature }),
  };
}

function preloadedEvent(answers: Record<string, string>): FlowEvent {
  return { type: "preloaded", answers, isFromAddress: true };
}
