import { isStorageErased } from "../storage/erasure";
import { isKeptPage } from "./pageKey";
import type { PageMessage, TakeOver } from "./workerMessages";

/** The service worker, beside the pages: it serves all that is in their folder. */
const WORKER = "sw.js";

/** How often a page that stays open looks for a new version, between two runs (docs/constants.md#delays). */
const UPDATE_INTERVAL_MS = 3_600_000;

/**
 * The first and the last wait of a page before it asks again whether other pages are open still; each is twice the one before
 * (docs/constants.md#delays).
 */
const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 64_000;

/** Runs of visitors who follow one another on the page. */
export interface Rounds {
  /** Returns how many visitors have gone. */
  round(): number;
  /** Returns what is shown; the same object until something changes. */
  view(): unknown;
  subscribe(listener: () => void): () => void;
}

/** Longest wait for an idle moment (docs/constants.md#delays). */
const IDLE_WAIT_MS = 5_000;

/**
 * Has the browser keep this page and the application for when there is no connection. Everything works without it too:
 * where storage is blocked, in browsers without workers, and for visitors who save data.
 *
 * @param run the page's flow, if it is not a part of a host page.
 */
export async function keepForOffline(run?: Rounds): Promise<void> {
  if (!isKeptPage(new URL(location.href)) || savesData()) return;
  try {
    await idle();
    if (isStorageErased()) return;
    const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
    const takeOver = () => letTakeOver(registration).catch(() => {});
    takeOver();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", takeOver);
    });
    if (run) updateBetweenRuns(registration, run);
    const { active } = await navigator.serviceWorker.ready;
    const message: PageMessage = { type: "keep", page: location.href, files: loadedFiles() };
    active?.postMessage(message);
  } catch {
    // The page continues with the network alone.
  }
}

/**
 * Loads the page again when a visitor's run is over and a new version waits. Only this page can do that for itself: it may
 * stay open for months.
 */
function updateBetweenRuns(registration: ServiceWorkerRegistration, run: Rounds) {
  let round = run.round();
  let lookedAt = performance.now();
  run.subscribe(async () => {
    if (run.round() === round) return;
    round = run.round();
    const first = run.view();
    const answer = await askToTakeOver(registration);
    // The next visitor may have begun meanwhile.
    if (answer === "other_version" && run.view() === first) location.reload();
    if (performance.now() - lookedAt < UPDATE_INTERVAL_MS) return;
    lookedAt = performance.now();
    registration.update().catch(() => {});
  });
}

/**
 * Lets a new version take over as soon as no other page is open. For a moment the browser also counts the page that the
 * visitor has just left.
 */
async function letTakeOver(registration: ServiceWorkerRegistration, waitMs = FIRST_WAIT_MS): Promise<void> {
  const answer = await askToTakeOver(registration);
  if (answer !== "others_open" || waitMs > LAST_WAIT_MS) return;
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  await letTakeOver(registration, waitMs * 2);
}

/** Lets a new version take over if it waits and this page is of it. */
function askToTakeOver({ waiting }: ServiceWorkerRegistration): Promise<TakeOver> | undefined {
  if (!waiting) return undefined;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<TakeOver>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  const message: PageMessage = { type: "take_over", files: builtFiles() };
  waiting.postMessage(message, [port2]);
  return answer;
}

/** Returns the scripts and style sheets that make the page one of a version of the application. */
function builtFiles(): string[] {
  const scripts = Array.from(document.scripts, ({ src }) => src);
  const sheets = Array.from(document.styleSheets, ({ href }) => href ?? "");
  return [...scripts, ...sheets].filter((address) =>
    address.startsWith(new URL("assets/", location.href).href),
  );
}

/** Returns what the page has loaded so far, but its calls. */
function loadedFiles(): string[] {
  const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const isFile = ({ initiatorType, name }: PerformanceResourceTiming) =>
    /^https?:/.test(name) && (name.includes("/assets/") || initiatorType !== "fetch");
  return entries.filter(isFile).map(({ name }) => name);
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Waits until the page has loaded and the browser has nothing more urgent to do. */
async function idle(): Promise<void> {
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: IDLE_WAIT_MS });
    else setTimeout(resolve);
  });
}
