import { inBackground } from "../basics/inBackground";
import { isLate } from "../basics/isLate";
import { loadChunk } from "../basics/loadChunk";
import { createStops } from "../basics/stops";
import type { Boot, FlowOutline } from "../boot/boot";
import type { FlowEvent, Update } from "../engine/types";
import type { Notices } from "../run/notices";
import { readText } from "../storage/localStore";
import type { OfferOptions } from "./offer";
import type { RecorderOptions, RunRecorder } from "./recordRun";

/** Records a run, so that it can be continued later. */
export interface LazyResume extends RunRecorder {
  start(): void;
  /** Lets go of the run, which another page may continue with: this one shows something else. */
  stop(): void;
}

/** Goes on with a run that was left. */
export type GoOn = OfferOptions["goOn"];

const loadResume = async () => (await loadChunk("resume", () => import("./index"))).resumeTools;
const loadOffer = () => loadChunk("offer", () => import("./offer"));

/**
 * Offers to continue with the run that was left, if there is one. Resolves when the page may be shown: with the offer. Returns
 * the function that withdraws it.
 */
export async function offerLeftRun(
  { api_base: apiBase, node }: Boot,
  flow: FlowOutline,
  visitor: Pick<OfferOptions, "signature" | "owner" | "onSeed">,
  notices: Notices,
  goOn: GoOn,
): Promise<() => void> {
  // Most visitors have left nothing, and wait for nothing.
  if (readText("FLOW/runs") === undefined) return () => {};
  const options = { apiBase, nodeId: node?.id ?? "", flow, ...visitor, notices, goOn };
  let isWithdrawn = false;
  let hide: (() => void) | undefined;
  const offering = Promise.all([loadResume(), loadOffer()])
    .then(([tools, { offerRun }]) => offerRun({ ...options, tools }))
    .then((shown) => {
      hide = shown;
      if (isWithdrawn) hide?.();
    })
    .catch(console.error);
  // So that it moves nothing.
  await isLate(offering);
  return () => {
    isWithdrawn = true;
    hide?.();
  };
}

export function createLazyResume(options: RecorderOptions): LazyResume {
  let recorder: RunRecorder | undefined;
  const stops = createStops();
  /** What has happened before the script was there. */
  const waiting: [FlowEvent, Update][] = [];

  return {
    note(event, update) {
      if (recorder) recorder.note(event, update);
      else waiting.push([event, update]);
    },
    start() {
      inBackground(async () => {
        try {
          const { createRunRecorder, markGoingOn } = await loadResume();
          stops.add(markGoingOn(options));
          recorder = createRunRecorder(options);
          for (const noted of waiting.splice(0)) recorder.note(...noted);
        } catch (error) {
          // The run continues; it is lost with its page.
          console.error(error);
        }
      });
    },
    stop: stops.stop,
  };
}
