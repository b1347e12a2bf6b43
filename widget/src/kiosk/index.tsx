// Kiosk mode (docs/kiosk.md). The entry of a chunk of its own: only kiosks load it.
import type { ReactNode } from "react";
import { inBackground } from "../basics/inBackground";
import type { Boot, KioskStart } from "../boot/boot";
import { readSignature } from "../boot/linkSignature";
import { PulsenError } from "../errors/pulsenError";
import { loadPace } from "../flow/loadPace";
import type { LoadKinds } from "../flow/startFlow";
import { watchActivity } from "../flow/watchActivity";
import type { Rounds } from "../offline/registration";
import type { Visit } from "../run/visit";
import { keepVisitor } from "../storage/visitor";
import kioskStyles from "../styles/lazy/kiosk.css?inline";
import { adoptStyles } from "../theme/adoptStyles";
import { reportHealth } from "./health";
import { KioskScreen } from "./KioskScreen";
import { addManifest, enterFullScreen, keepAwake, leaveFullScreen, lockPage } from "./kioskPage";
import { changeKiosk, clearVisitor, readKiosk } from "./kioskRecord";
import { createKiosk } from "./kioskRun";
import { followQueue, loadOutbox, type Outbox, type OutboxPart } from "./queue";
import { loadKioskTexts } from "./texts/catalog";
import { type KioskVisit, startVisit } from "./visit";

export interface PreparedKiosk {
  content: ReactNode;
  /** Tells when a visitor has gone, and the page may be reloaded. */
  run: Rounds;
}

/** Where the node says nothing (docs/constants.md#delays). */
const IDLE_SECONDS = 60;
const THANK_YOU_SECONDS = 10;

/** How much longer than the engine the kiosk waits by itself: it ends what the engine cannot. */
const GRACE_MS = 30_000;

/** Starts kiosk mode on this page. */
export async function prepareKiosk(
  given: Boot,
  { pin, at_once: startsAtOnce }: KioskStart,
  visit: Visit,
  loadKinds: LoadKinds,
): Promise<PreparedKiosk> {
  adoptStyles(kioskStyles);
  const boot = kioskBoot(given);
  const { node } = boot;
  const [part] = await Promise.all([loadOutbox(), loadKioskTexts(boot.language)]);
  const outbox = part.sharedOutbox();
  const queue = followQueue(outbox, part, () => changeKiosk({ syncedAt: Date.now() }));
  const options = {
    boot,
    visit: withoutCustomer(visit),
    loadKinds,
    thankYouMs: 1_000 * node.thank_you_duration_in_seconds,
  };
  const signature = readSignature(visit.query);
  let stopDevice = () => {};
  const kiosk = createKiosk<KioskVisit>(
    {
      language: boot.language,
      startsAtOnce: startsAtOnce === true,
      patienceMs: 1_000 * node.idle_reset_timeout_in_seconds + GRACE_MS,
      startVisit(language, onEnd) {
        // What an earlier visitor's request has left meanwhile.
        clearVisitor();
        return startVisit(options, language, onEnd);
      },
      loadTexts: loadKioskTexts,
      clear() {
        clearVisitor();
        queue.tidy().catch(console.error);
      },
      onRunning(isRunning) {
        stopDevice();
        stopDevice = isRunning
          ? startDevice(part, outbox, () =>
              reportHealth({ apiBase: boot.api_base, nodeId: node.id, signature, queue }),
            )
          : () => {};
        changeKiosk({ node: isRunning ? node.id : undefined });
        if (isRunning) queue.tidy().catch(console.error);
        if (!isRunning) leaveFullScreen();
      },
      startTimer(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    },
    readKiosk().node === node.id,
  );
  watchActivity(window, kiosk.recordActivity);
  addManifest(visit.query);
  inBackground(() => void loadLater(boot, loadKinds).catch(console.error));
  return {
    content: (
      <KioskScreen
        boot={boot}
        kiosk={kiosk}
        pin={pin}
        queue={queue}
        part={part}
        thankYouMs={options.thankYouMs}
        onBegin={enterFullScreen}
      />
    ),
    run: { round: kiosk.round, subscribe: kiosk.subscribe, view: kiosk.phase },
  };
}

/** Makes the device a kiosk. Returns the function that makes it a usual one again. */
function startDevice(part: OutboxPart, outbox: Outbox, report: () => () => void): () => void {
  // Else the browser may remove what waits when it needs the room.
  void navigator.storage?.persist?.().catch(() => {});
  clearVisitor();
  keepVisitor(Date.now());
  outbox.wake(true);
  const stops = [
    lockPage(document),
    keepAwake(),
    part.watchOccasions(window, () => outbox.wake(true)),
    report(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns the page's data as a kiosk needs them: visitors follow one another. */
function kioskBoot(boot: Boot) {
  const { node } = boot;
  if (!node) throw new PulsenError("A kiosk needs a node.");
  return {
    ...boot,
    // People stand before it, with one finger.
    flow: boot.flow && { ...boot.flow, pace: boot.flow.pace ?? "one" },
    node: {
      ...node,
      analytics_enabled: false,
      idle_reset_timeout_in_seconds: node.idle_reset_timeout_in_seconds || IDLE_SECONDS,
      thank_you_duration_in_seconds: node.thank_you_duration_in_seconds || THANK_YOU_SECONDS,
    },
  };
}

/** The link of a kiosk names nobody: whoever answers is a stranger. */
function withoutCustomer(visit: Visit): Visit {
  const query = new URLSearchParams(visit.query);
  query.delete("creator_id");
  return { ...visit, query };
}

/** Loads what the first visitor needs, and the texts of all languages, so that the browser has them without a connection. */
async function loadLater({ flow }: Boot, loadKinds: LoadKinds) {
  if (!flow) return;
  await loadKinds(flow);
  const pace = flow.pace === "one" ? await loadPace() : undefined;
  for (const language of flow.languages) {
    await loadKioskTexts(language);
    await pace?.loadPaceTexts(language);
  }
}
