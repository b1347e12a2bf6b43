import { inBackground } from "../basics/inBackground";
import { isLate } from "../basics/isLate";
import { loadChunk } from "../basics/loadChunk";
import { createStops } from "../basics/stops";
import type { Boot, FlowOutline } from "../boot/boot";
import type { FlowEvent, Update } from "../engine/types";
import type { Notices } from "../run/notices";
import { readText } from "../storage/localStore";
import type { LeftRunOffer, OfferOptions } from "./offer";
import type { RecorderOptions, RunRecorder } from "./recordRun";
import type { GoOn } from "./resumedRun";

/** Records a run, so that it can be continued later. */
export interface LazyResume extends RunRecorder {
  start(): void;
  /** Lets go of the run, which another page may continue with: this one shows something else. */
  stop(): void;
}

/** The run that was left, for a page that begins. */
export interface LeftRun {
  /** Resolves when the page may begin its own run: in the order of the one that was left. */
  known: Promise<unknown>;
  /** Continues with it in place of the page's run, which has begun. Resolves when the page may be shown. */
  takeUp(goOn: GoOn): Promise<unknown>;
  /** Leaves it: the visitor has begun another run. */
  withdraw(): void;
}

const loadResume = async () => (await loadChunk("resume", () => import("./index"))).resumeTools;
const loadOffer = () => loadChunk("offer", () => import("./offer"));

/** Looks for the run that was left. `undefined` where there is none. */
export function findLeftRun(
  { api_base: apiBase, node }: Boot,
  flow: FlowOutline,
  visitor: Pick<OfferOptions, "signature" | "owner" | "onSeed">,
  notices: Notices,
): LeftRun | undefined {
  // Most visitors have left nothing, and wait for nothing.
  if (readText("FLOW/runs") === undefined) return undefined;
  let begin: ((goOn: GoOn) => void) | undefined;
  const begun = new Promise<GoOn>((resolve) => {
    begin = resolve;
  });
  const goOn: GoOn = async (...left) => (await begun)(...left);
  const options = { apiBase, nodeId: node?.id ?? "", flow, ...visitor, notices, goOn };
  let isWithdrawn = false;
  let offer: LeftRunOffer | undefined;
  const known = Promise.all([loadResume(), loadOffer()])
    .then(([tools, { offerRun }]) => offerRun({ ...options, tools }))
    .then((made) => {
      offer = made;
      if (isWithdrawn) offer?.withdraw();
    })
    .catch(console.error);
  // So that it moves nothing.
  const settled = isLate(known.then(() => offer?.taken));
  return {
    known: Promise.race([known, settled]),
    takeUp(goOn) {
      begin?.(goOn);
      return settled;
    },
    withdraw() {
      isWithdrawn = true;
      offer?.withdraw();
    },
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
