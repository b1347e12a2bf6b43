import type { FlowAnalytics } from "../analytics/flowAnalytics";
import { loadAnalytics } from "../analytics/lazyAnalytics";
import { loadChunk } from "../basics/loadChunk";
import { createStops } from "../basics/stops";
import { type Boot, type FlowOutline, isPreview, pageIsRead, readFlowText } from "../boot/boot";
import { readSignature } from "../boot/linkSignature";
import { createLazyCustomer, type LazyCustomer, readSigned } from "../customer/lazyCustomer";
import { pageOutlets } from "../effects/outlets";
import type { Customer, QuestionElement, View } from "../engine/types";
import { PulsenError } from "../errors/pulsenError";
import { findLeftRun } from "../resume/lazyResume";
import type { ResumedRun } from "../resume/resumedRun";
import { type Clock, type FlowRun, type RunDriver, startFlowRun, startFlowRunBehind } from "../run/flowRun";
import { createNotices, type Notices } from "../run/notices";
import { createStateTimer, createVisibleClock, type StateTimer } from "../run/stateTimes";
import type { Visit } from "../run/visit";
import { presentOwner } from "../storage/owner";
import { type Invitation, readInvitation } from "../unsubscribing/invitation";
import type { Uploads } from "../uploads/uploads";
import { readFirstView } from "./firstView";
import { createIdleTimer, type IdleTimer } from "./idleTimer";
import { loadDriver, type StartDriver } from "./lazyDriver";
import { loadPace } from "./loadPace";
import { isResumable, type RunOptions } from "./runOptions";
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
  /** Absent where they are not enabled. */
  analytics: FlowAnalytics | undefined;
  notices: Notices;
  /** Begins another run for a visitor who has come to the end. Absent where the node takes no other feedback from them. */
  startAgain?(): void;
  /** Stops listening to the page, which shows something else from now on. */
  stop(): void;
}

/** Loads the components for question styles. */
export type LoadKinds = (flow: Pick<FlowOutline, "styles">) => Promise<void>;

/**
 * Starts the page's flow: at once where the server has computed what it shows first, else when the engine is there.
 *
 * @param givenOutlets those of a link page unless the flow runs elsewhere.
 * @throws when the page has no flow, or something that its first page needs cannot be loaded.
 */
export async function startFlow(
  boot: Boot,
  visit: Visit,
  loadKinds: LoadKinds,
  givenOutlets = pageOutlets,
): Promise<StartedFlow> {
  const { flow } = boot;
  if (!flow) throw noFlow();
  const pace = flow.pace === "one" ? loadPace() : undefined;
  const instant = isPreview(boot, visit.query);
  const first = readFirstView(document, boot, visit);
  const loadParts = () => Promise.all([loadDriver(!first), loadKinds(flow), pageIsRead(document)]);
  const loading = first ? undefined : loadParts();

  const signature = readSignature(visit.query);
  const owner = presentOwner();
  const notices = createNotices();
  const leftRun: RunOptions["leftRun"] = {};
  const onSeed = (seed: number) => {
    leftRun.seed = seed;
  };
  const left = isResumable({ boot, instant })
    ? findLeftRun(boot, flow, { signature, owner, onSeed }, notices)
    : undefined;
  const [signed, uploads, analytics] = await Promise.all([
    instant ? undefined : readSigned(boot, signature),
    startUploads(boot, flow, visit, () => run),
    loadAnalytics(boot, flow, visit, givenOutlets),
    first ? loadKinds({ styles: stylesOf(first) }) : loading,
    left?.known,
  ]);
  const outlets = analytics?.observeOutlets(givenOutlets) ?? givenOutlets;
  const invitation = readInvitation(visit.query);
  const idleTimer = createIdleTimer(() => run.view().style === "normal");
  const customer = createLazyCustomer({
    apiBase: boot.api_base,
    nodeId: boot.node?.id ?? "",
    signature,
    widgetCode: boot.widget?.code,
    needsSigned: boot.widget?.secure_mode === true,
    signed,
    isOpen: visit.isOpen ?? (() => true),
    ...(visit.onGiven && { onGiven: visit.onGiven }),
    send: (event) => run.send(event),
  });
  const clock = startClock();
  const stops = createStops();
  const options: RunOptions = {
    boot,
    flow,
    visit,
    instant,
    outlets,
    signature,
    signed,
    customer,
    owner,
    idleTimer,
    uploads,
    invitation,
    notices,
    clock,
    stateTimer: startStateTimer(visit, clock, first, stops.add),
    withdrawOffer: () => left?.withdraw(),
    leftRun,
    run: () => run,
    onStop: stops.add,
  };
  const makeDriver = createDrivers(() => loading ?? loadParts(), analytics);
  const start = () => makeDriver(options, undefined, Date.now() - clock());
  const started = first ? startFlowRunBehind(first, clock, start) : startFlowRun(await start(), clock);
  const run: FlowRun = analytics?.observeRun(started) ?? started;

  loadCreator(visit, signed, customer);
  stops.add(idleTimer.stop);
  stops.add(watchActivity(window, idleTimer.recordActivity));
  if (uploads) stops.add(uploads.release);
  const paced = await (await pace)?.startPace(run, flow.ahead, stops.add);
  const shown = paced ?? run;
  const continueLeft = async () =>
    left?.takeUp(async (resumed, flowText) => {
      if (!(await goOn(options, loadKinds, makeDriver, resumed, flowText))) return undefined;
      // The page knows what is asked in its own revision only.
      const place = flowText === undefined ? paced?.place : undefined;
      return { run: shown, place, startOver: () => begin(options, makeDriver) };
    });
  // An answer that was clicked begins another run.
  if (location.search.includes("q.")) giveClicked(shown, stops.add, continueLeft);
  else await continueLeft();
  const canUnsubscribe = !instant && boot.node?.unsubscribe_visible === true;
  return {
    run: shown,
    idleTimer,
    customer,
    uploads,
    analytics,
    notices,
    ...(canUnsubscribe && invitation && { invitation }),
    ...(!instant &&
      takesAnother(boot) && { startAgain: () => void startAgain(options, makeDriver).catch(console.error) }),
    stop: stops.stop,
  };
}

/** Gives the answer that the address may have, then calls `onDone`. Without this part the page is as without it. */
function giveClicked(run: FlowRun, onStop: (stop: () => void) => void, onDone: () => unknown): void {
  loadChunk("clickedAnswer", () => import("./clickedAnswer"))
    .then(({ giveClickedAnswer }) => giveClickedAnswer(run, onStop, onDone))
    .catch((error) => {
      console.error(error);
      onDone();
    });
}

/** Makes what moves a run. `text` is its revision of the flow, where that is not the page's. */
type MakeDriver = (options: RunOptions, text: string | undefined, now: number) => Promise<RunDriver>;

function createDrivers(
  load: () => Promise<[StartDriver, ...unknown[]]>,
  analytics: FlowAnalytics | undefined,
): MakeDriver {
  return async (options, text, now) => {
    const [startDriver] = await load();
    const flowText = text ?? readFlowText(document);
    if (!flowText) throw noFlow();
    const driver = startDriver(flowText, options, now);
    return { ...driver, perform: analytics?.observeEffects(driver.perform) ?? driver.perform };
  };
}

/** Shows a run that was left in place of the present one. Returns whether it did: not where the visitor has answered meanwhile. */
async function goOn(
  options: RunOptions,
  loadKinds: LoadKinds,
  makeDriver: MakeDriver,
  resumed: ResumedRun,
  flowText: string | undefined,
): Promise<boolean> {
  const { flow, run } = options;
  const { revision, events } = resumed.stored;
  await whenRunning(run());
  // An earlier revision may have questions of any style.
  if (flowText !== undefined) await loadKinds({ styles: ["random", ...flow.styles] });
  if (!resumed.isWanted()) return false;
  // The pause does not count as time spent.
  const spent = events.at(-1)?.at ?? 0;
  const stateTimer = options.stateTimer.goOnFrom(resumed.stored.stateTimes);
  const continued = { ...options, flow: { ...flow, revision }, resumed, isLater: true, stateTimer };
  run().replace(await makeDriver(continued, flowText, Date.now() - spent));
  return true;
}

/** Returns whether visitors can give one feedback after another. */
function takesAnother({ node }: Boot): boolean {
  return node !== null && !node.prevent_multiple_feedback;
}

/** Begins another run for a visitor who has come to the end. */
async function startAgain(options: RunOptions, makeDriver: MakeDriver): Promise<void> {
  const run = options.run();
  if (run.view().style !== "thank_you") return;
  // Where visitors follow one another, it is the next one who answers.
  if (!isResumable(options)) return run.send({ type: "reset" });
  await begin(options, makeDriver);
}

/** Begins another run in the language that the visitor has chosen, else as the page began. */
async function begin(options: RunOptions, makeDriver: MakeDriver): Promise<void> {
  const run = options.run();
  const { language } = run.view();
  const round = run.round();
  const stateTimer = options.stateTimer.goOnFrom(undefined);
  const driver = await makeDriver({ ...options, isLater: true, stateTimer }, undefined, Date.now());
  // Pressed twice, it begins once.
  if (run.round() !== round) return driver.stop?.();
  options.uploads?.release();
  run.replace(driver);
  if (run.view().language !== language) run.send({ type: "language", code: language });
  loadCreator(options.visit, options.signed, options.customer);
}

/** Waits for the engine of a run that is to be replaced: else its late start would undo that. */
function whenRunning(run: FlowRun): Promise<void> {
  run.startEngine();
  return new Promise((resolve) => {
    const look = () => {
      if (run.engine() !== "running") return;
      stop();
      resolve();
    };
    const stop = run.subscribe(look);
    look();
  });
}

function noFlow() {
  return new PulsenError("The page came without a flow.");
}

function stylesOf({ elements }: View): QuestionElement["style"][] {
  return elements.flatMap((element) => ("style" in element ? [element.style] : []));
}

function loadCreator({ query }: Visit, signed: Customer | undefined, customer: LazyCustomer) {
  const creatorId = query.get("creator_id");
  // Without a signature for this customer the server would answer with the id alone.
  if (creatorId && signed && isIdAlone(signed)) customer.load(creatorId);
}

function isIdAlone(customer: Customer): boolean {
  return Object.keys(customer).every((field) => field === "id");
}

/** Measures how long states are shown, from the first view on if that is there. */
function startStateTimer(
  { isOpen, followOpen }: Visit,
  clock: Clock,
  first: View | undefined,
  onStop: (stop: () => void) => void,
): StateTimer {
  const isVisible = () => document.visibilityState === "visible" && isOpen?.() !== false;
  const visibleClock = createVisibleClock(clock, isVisible);
  document.addEventListener("visibilitychange", visibleClock);
  onStop(() => document.removeEventListener("visibilitychange", visibleClock));
  if (followOpen) onStop(followOpen(visibleClock));
  const timer = createStateTimer(visibleClock);
  if (first) timer.show(first);
  return timer;
}

/** Starts a monotonic clock of whole milliseconds: fractions would double the engine's work for a small event. */
function startClock(): Clock {
  const started = performance.now();
  return () => Math.round(performance.now() - started);
}
