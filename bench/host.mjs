// Measures what the widget costs a host page, beside the embeds of other makers, and how soon a visitor who presses the
// launcher sees the first question, beside a minimal React page in a frame.
//
// Host and provider are different sites, as in production: the content frame then has its own process, and only the
// loader runs on the host's main thread. The provider's responses come from a recorder's memory.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { buildHelloScript, HELLO_HTML, HELLO_PAGE, HELLO_SCRIPT } from "./hello.mjs";
import {
  contentFrame,
  LAUNCHER,
  LAUNCHER_CENTER,
  launchBrowser,
  openHost,
  questionIn,
  withPage,
} from "./host/browser.mjs";
import { measureDownloads } from "./host/downloads.mjs";
import { compareFirstQuestions } from "./host/firstQuestion.mjs";
import { startHostSite } from "./host/hostSite.mjs";
import { compareMainThreads } from "./host/mainThread.mjs";
import { compareMemory } from "./host/memory.mjs";
import { PEERS, startPeer } from "./host/peers.mjs";
import { startRecorder } from "./recorder.mjs";
import { atEnd, runBenchmark } from "./runBenchmark.mjs";
import { startPulsen } from "./server.mjs";
import { printGoals, printTable } from "./stats.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "7" } } });
const ROUNDS = Number(values.rounds);
const MEMORY_ROUNDS = Math.min(ROUNDS, 3);
const CODE = "PSN-DEMO123";
const FRAME_PAGE = `/widget?code=${CODE}&frame=1`;

await runBenchmark(main);

async function main() {
  const recorder = await startRecorder();
  atEnd(recorder.close);
  const provider = recorder.origin.replace("127.0.0.1", "localhost");
  const pulsen = await startPulsen(["--public-url", provider]);
  atEnd(pulsen.stop);
  recorder.upstream = pulsen.url;
  const kinds = await startPages(provider);
  const browser = await launchBrowser();
  atEnd(() => browser.close());
  await record(browser, recorder, kinds.opened);

  const { plain, frame, widget, opened, hello, peers } = kinds;
  const downloads = await printDownloads(browser, [widget, ...peers]);
  console.log();
  const costs = await compareMainThreads(browser, [plain, frame, widget, opened, ...peers], ROUNDS);
  console.log();
  const ratios = await compareFirstQuestions(browser, { widget, hello }, ROUNDS);
  console.log();
  await compareMemory([plain, widget, opened, hello], MEMORY_ROUNDS);
  console.log();
  const own = costs.find(({ name }) => name === widget.name);
  printGoals([
    // The script, and what counts that the widget is shown.
    { name: "requests before the first act", value: downloads.requests, goal: 2 },
    { name: "bytes before the first act", value: downloads.bytes / 1000, goal: 6, unit: "KB" },
    { name: "script on the host's main thread", value: own.script, goal: 5, unit: "ms" },
    { name: "longest long task", value: own.longest, goal: 0, unit: "ms" },
    { name: "layout shift", value: own.shift, goal: 0 },
    { name: "first question ÷ React frame, cold", value: ratios.cold, goal: 1.25 },
    { name: "first question ÷ React frame, second visit", value: ratios.warm, goal: 1.25 },
  ]);
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);
}

/** Starts the host's site and the servers of the peers; returns the pages that are compared. */
async function startPages(provider) {
  const servers = await Promise.all(PEERS.map(startPeer));
  const site = await startHostSite({
    "/frame": `<script>addEventListener("DOMContentLoaded", () =>
      document.documentElement.append(document.createElement("iframe")))</script>`,
    "/widget": `<script async src="${provider}/loader/${CODE}.js"></script>`,
    "/hello": `<style>button { position: fixed; right: 20px; bottom: 20px; width: 60px; height: 60px }</style>
      <script>addEventListener("DOMContentLoaded", () => {
        const button = document.body.appendChild(document.createElement("button"));
        button.addEventListener("click", () => {
          document.body.appendChild(document.createElement("iframe")).src = "${provider}${HELLO_PAGE}";
        });
      })</script>`,
    ...Object.fromEntries(PEERS.map(({ head }, index) => [`/peer-${index}`, head(servers[index].origin)])),
  });
  atEnd(site.close, ...servers.map(({ close }) => close));
  const page = (name, path, more) => ({ name, url: site.origin + path, ...more });
  return {
    plain: page("nothing added", "/plain"),
    frame: page("an empty frame", "/frame"),
    widget: page("Pulsen: the launcher", "/widget", { launcher: LAUNCHER }),
    opened: page("Pulsen: opened, with the first question", "/widget", { launcher: LAUNCHER, opens: true }),
    hello: page("a minimal React page in a frame", "/hello", { launcher: "button", opens: true }),
    peers: PEERS.map(({ name, launcher }, index) => page(name, `/peer-${index}`, { launcher })),
  };
}

/** Records what the provider sends until the first question, and puts the minimal React page beside it. */
async function record(browser, recorder, opened) {
  await withPage(browser, async (page) => {
    await openHost(page, opened);
    await page.mouse.click(...LAUNCHER_CENTER);
    await questionIn(await contentFrame(page));
  });
  recorder.add(HELLO_PAGE, HELLO_HTML, (path) => path === FRAME_PAGE);
  recorder.add(HELLO_SCRIPT, await buildHelloScript(), (path) => /^\/assets\/.*\.js$/.test(path));
}

/** Prints what each kind of page downloads before the visitor acts; returns that of the first. */
async function printDownloads(browser, kinds) {
  const downloads = [];
  for (const kind of kinds) downloads.push(await measureDownloads(browser, kind));
  printTable([
    ["downloads before the visitor's first act, with headers", "requests", "KB"],
    ...kinds.map(({ name }, index) => [
      name,
      downloads[index].requests,
      (downloads[index].bytes / 1000).toFixed(1),
    ]),
  ]);
  return downloads[0];
}
