// Going on with a run that was left: a chunk of its own, loaded where something was left.

import { request } from "../http/request";
import type { FlowRun } from "../run/flowRun";
import type { Notice, Notices } from "../run/notices";
import type { PassedPage } from "../run/place";
import type { StoredRun } from "../run/storedRuns";
import type { Owner } from "../storage/owner";
import { deviceId } from "../storage/visitor";
import keptStyles from "../styles/lazy/kept.css?inline";
import { adoptStyles } from "../theme/adoptStyles";
import { findFiles } from "./findFiles";
import type { resumeTools } from "./index";
import { notePassedPages } from "./passedPages";
import { LostFiles, ResumeChoice, WelcomeBack } from "./ResumeNotices";
import { replayRun } from "./replayRun";
import type { ContinuedRun, GoOn } from "./resumedRun";

adoptStyles(keptStyles);

export interface OfferOptions {
  apiBase: string;
  nodeId: string;
  /** That of the page. */
  flow: { id: string; revision: number };
  signature: string | undefined;
  /** Whose runs are offered. */
  owner: Owner;
  notices: Notices;
  tools: typeof resumeTools;
  /** Called with the seed of the run, which orders this page as well: the visitor has seen that order before. */
  onSeed(seed: number): void;
  goOn: GoOn;
}

/** What continues with a run that was left. */
export interface LeftRunOffer {
  /** Resolves when the run is there, or cannot be continued now. */
  taken: Promise<unknown>;
  /** Gives the run up: the visitor has begun another one. */
  withdraw(): void;
}

/**
 * Begins to continue with the run that was left, if there is one. Until it is there, or where it cannot be continued now, the
 * visitor has the choice.
 */
export async function offerRun(options: OfferOptions): Promise<LeftRunOffer | undefined> {
  const { nodeId, flow, signature, owner, notices, tools } = options;
  const { abandonRun, isComplete, isGoingOn, leaveRun, storedRun, storeRun, takeRun } = tools;
  const stored = () => storedRun(nodeId, flow.id, signature, Date.now(), owner);
  const left = stored();
  if (!left) return undefined;
  const forget = () => {
    // The visitor may have begun another one meanwhile.
    if (stored()?.id === left.id) storeRun(nodeId, flow.id, undefined, Date.now(), owner);
  };
  // Where nothing can be asked, nothing was stored there either.
  const [isElsewhere, isOver] = await Promise.all([
    isGoingOn(left.id),
    isComplete(left.id).catch(() => false),
  ]);
  if (isOver) forget();
  else options.onSeed(left.seed);
  if (isElsewhere || isOver) return undefined;

  let remove: (() => void) | undefined;
  const isOpen = () => remove !== undefined;
  const close = () => {
    remove?.();
    remove = undefined;
  };
  const abandon = async () => {
    forget();
    await abandonRun(left.id).catch(console.info);
  };
  let taking: Promise<boolean> | undefined;
  const take = () => {
    taking = takeRun(left.id);
    return taking;
  };
  const giveUp = async () => {
    // This page may be about to have it.
    await taking;
    // In another tab it may go on.
    if (!(await take())) return;
    await abandon();
    leaveRun(left.id);
  };
  const startOver = () => {
    if (!isOpen()) return;
    close();
    void giveUp();
  };
  const takeUp = async () => {
    if (!(await take())) return "elsewhere";
    // Another tab, which is closed by now, may have gone on with it, or have ended it.
    const latest = stored();
    const isThere = latest?.id === left.id && !(await isComplete(left.id).catch(() => false));
    if (!isThere) close();
    const isTaken = isThere && (await goOn(options, latest, { isOpen, close, abandon }).catch(console.error));
    if (!isTaken) leaveRun(left.id);
    return undefined;
  };
  const taken = takeUp();
  const Content = () => <ResumeChoice taken={taken} onGoOn={takeUp} onStartOver={startOver} />;
  Content.displayName = "ResumeChoice";
  remove = notices.show({ place: "above", Content });
  return { taken, withdraw: startOver };
}

/**
 * The offer stays until the run is there: what is answered before that begins another one, and nothing answered is replaced.
 * Resolves with whether the run goes on here.
 */
async function goOn(
  { apiBase, flow, notices, tools, goOn }: OfferOptions,
  left: StoredRun,
  offer: { isOpen(): boolean; close(): void; abandon(): Promise<void> },
): Promise<boolean> {
  const readKept = (id: string) => tools.readHeldFile(left.id, id);
  const sources = { apiBase, deviceId: deviceId(), readKept, now: Date.now() };
  const [flowText, { kept, gone }] = await Promise.all([
    left.revision === flow.revision ? undefined : loadRevision(apiBase, flow.id, left.revision),
    findFiles(left, sources),
  ]);
  const lost = [
    ...Object.values(left.files ?? {})
      .flat()
      .flatMap(({ id, name }) => (gone.has(id) ? name : [])),
    ...Object.values(left.unsent ?? {}).flat(),
  ];
  let passed: () => PassedPage[] = () => [];
  const continued = await goOn(
    {
      stored: left,
      kept,
      isWanted: offer.isOpen,
      replay(session) {
        offer.close();
        const [noting, passedPages] = notePassedPages(session);
        passed = passedPages;
        return replayRun(noting, left, gone);
      },
    },
    flowText,
  );
  if (!continued) return false;
  welcome(notices, continued, passed(), offer.abandon);
  if (lost.length > 0) tellLost(notices, continued.run, lost);
  return true;
}

/** Revisions never change, so the one that was begun is still there. */
async function loadRevision(apiBase: string, flowId: string, revision: number): Promise<string> {
  const query = new URLSearchParams({ revision: String(revision) });
  const { body } = await request(`${apiBase}/v1/flows/${encodeURIComponent(flowId)}?${query}`);
  return JSON.stringify(body);
}

/** Says where the visitor is, until the page changes: what stands above an answer does not disappear while it is given. */
function welcome(
  notices: Notices,
  { run, place, startOver }: ContinuedRun,
  passed: readonly PassedPage[],
  abandon: () => Promise<void>,
) {
  const { style, progress, stateId } = run.view();
  if (style !== "normal") return;
  // The run must not be stored again after it was given up.
  const giveUp = () => startOver().then(abandon).catch(console.error);
  const at = place?.(passed);
  const Content = () => <WelcomeBack place={at} progress={progress} onStartOver={giveUp} />;
  showWhile(notices, run, { place: "above", Content }, "WelcomeBack", () => run.view().stateId === stateId);
}

/** Says which files are lost, as long as the visitor can add them again. */
function tellLost(notices: Notices, run: ContinuedRun["run"], names: readonly string[]) {
  const Content = () => <LostFiles names={names} />;
  showWhile(notices, run, { place: "above", Content }, "LostFiles", () => run.view().style === "normal");
}

/** Shows a notice about a run as long as that is there, and something holds. */
function showWhile(
  notices: Notices,
  run: Pick<FlowRun, "round" | "subscribe">,
  notice: Notice,
  name: string,
  holds: () => boolean,
) {
  notice.Content.displayName = name;
  const round = run.round();
  const remove = notices.show(notice);
  const stop = run.subscribe(() => {
    if (run.round() === round && holds()) return;
    stop();
    remove();
  });
}
