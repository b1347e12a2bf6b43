// Going on with a run that was left: a chunk of its own, loaded where something was left.

import { request } from "../http/request";
import type { FlowRun } from "../run/flowRun";
import type { Notices } from "../run/notices";
import type { StoredRun } from "../run/storedRuns";
import type { Owner } from "../storage/owner";
import { deviceId } from "../storage/visitor";
import keptStyles from "../styles/lazy/kept.css?inline";
import { adoptStyles } from "../theme/adoptStyles";
import { findFiles } from "./findFiles";
import type { resumeTools } from "./index";
import { LostFiles, ResumeChoice } from "./ResumeNotices";
import { replayRun } from "./replayRun";
import type { ResumedRun } from "./resumedRun";

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
  /** Goes on with a run. `flowText` is its revision of the flow, where that is not the page's. */
  goOn(
    run: ResumedRun,
    flowText: string | undefined,
  ): Promise<Pick<FlowRun, "view" | "subscribe"> | undefined>;
}

/**
 * Offers to go on with the run that was left, if there is one. Returns the function that withdraws the offer: the visitor has
 * begun another run.
 */
export async function offerRun(options: OfferOptions): Promise<(() => void) | undefined> {
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
  const giveUp = async () => {
    // In another tab it may go on.
    if (!(await takeRun(left.id))) return;
    forget();
    await abandonRun(left.id).catch(console.info);
    leaveRun(left.id);
  };
  const startOver = () => {
    if (!isOpen()) return;
    close();
    void giveUp();
  };
  const takeUp = async () => {
    if (!(await takeRun(left.id))) return "elsewhere";
    // Another tab, which is closed by now, may have gone on with it, or have ended it.
    const latest = stored();
    const isThere = latest?.id === left.id && !(await isComplete(left.id).catch(() => false));
    if (!isThere) close();
    const isTaken = isThere && (await goOn(options, latest, { isOpen, close }).catch(console.error));
    if (!isTaken) leaveRun(left.id);
    return undefined;
  };
  const Content = () => <ResumeChoice onGoOn={takeUp} onStartOver={startOver} />;
  Content.displayName = "ResumeChoice";
  remove = notices.show({ place: "above", Content });
  return startOver;
}

/**
 * The offer stays until the run is there: what is answered before that begins another one, and nothing answered is replaced.
 * Resolves with whether the run goes on here.
 */
async function goOn(
  { apiBase, flow, notices, tools, goOn }: OfferOptions,
  left: StoredRun,
  offer: { isOpen(): boolean; close(): void },
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
  const run = await goOn(
    {
      stored: left,
      kept,
      isWanted: offer.isOpen,
      replay(session) {
        offer.close();
        return replayRun(session, left, gone);
      },
    },
    flowText,
  );
  if (run && lost.length > 0) tellLost(notices, lost, run);
  return run !== undefined;
}

/** Revisions never change, so the one that was begun is still there. */
async function loadRevision(apiBase: string, flowId: string, revision: number): Promise<string> {
  const query = new URLSearchParams({ revision: String(revision) });
  const { body } = await request(`${apiBase}/v1/flows/${encodeURIComponent(flowId)}?${query}`);
  return JSON.stringify(body);
}

/** Says which files are lost, as long as the visitor can add them again. */
function tellLost(notices: Notices, names: readonly string[], run: Pick<FlowRun, "view" | "subscribe">) {
  const Content = () => <LostFiles names={names} />;
  Content.displayName = "LostFiles";
  const remove = notices.show({ place: "above", Content });
  const stop = run.subscribe(() => {
    if (run.view().style === "normal") return;
    stop();
    remove();
  });
}
