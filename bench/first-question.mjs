// Measures how long a visitor waits for the first question of a link page, compared with a minimal React page: as the
// machine is, with a processor that is four times slower, and with a slow network.
//
// All pages come from recorders, with the same headers, so that the difference does not include the servers. They take
// turns, so that other load on the machine affects all of them.
//
// PULSEN_BIN_BEFORE may name a second binary, whose link page is measured in the same run.
import { launchBrowser } from "./browser.mjs";
import { buildHelloScript, HELLO_HTML, HELLO_PAGE, HELLO_SCRIPT } from "./hello.mjs";
import { startRecorder } from "./recorder.mjs";
import { atEnd, runBenchmark } from "./runBenchmark.mjs";
import { startPulsen } from "./server.mjs";
import { median, printGoals, printTable } from "./stats.mjs";

const RUNS = 9;
const GOAL_RATIO = 1.15;
const LINK_PAGE = "/feedback?node_id=demo-node";
const FIRST_QUESTION_TIMEOUT = 60_000;
const CONDITIONS = [
  { name: "as it is" },
  { name: "processor 4 times slower", processorRate: 4 },
  // As Lighthouse has it for a slow mobile network.
  { name: "slow network: 150 ms, 1.6 Mbit/s", network: { latency: 150, throughput: 1_600_000 / 8 } },
];

await runBenchmark(main);

async function main() {
  const helloScript = await buildHelloScript();
  const recorder = await record();
  const before = process.env.PULSEN_BIN_BEFORE && (await record(process.env.PULSEN_BIN_BEFORE));
  const browser = await launchBrowser();
  atEnd(() => browser.close());

  const pages = [
    { name: "minimal React page", url: recorder.origin + HELLO_PAGE },
    { name: "link page, first question", url: recorder.origin + LINK_PAGE, recorder },
    ...(before ? [{ name: "the same, before", url: before.origin + LINK_PAGE, recorder: before }] : []),
  ];
  for (const { recorder, url } of pages) if (recorder) await warmUp(browser, url);
  const transferred = recorder.transferred();
  recorder.add(HELLO_PAGE, HELLO_HTML, (path) => path === LINK_PAGE);
  recorder.add(HELLO_SCRIPT, helloScript, (path) => /^\/assets\/.*\.js$/.test(path));
  await warmUp(browser, recorder.origin + HELLO_PAGE);

  for (const condition of CONDITIONS) {
    const times = pages.map(() => []);
    for (let run = 0; run < RUNS; run++) {
      for (const [at, { url }] of pages.entries()) {
        times[at].push(await firstQuestionTime(browser, url, condition));
      }
    }
    const [hello, link] = times.map(median);
    printTable([
      [condition.name, "median, ms", "min", "max", "ratio"],
      ...pages.map(({ name }, at) => [name, ...spread(times[at]), (median(times[at]) / hello).toFixed(2)]),
    ]);
    printGoals([{ name: `ratio, ${condition.name}`, value: link / hello, goal: GOAL_RATIO }]);
    console.log("");
  }
  console.log(`link page: ${transferred.count} files, ${(transferred.bytes / 1000).toFixed(1)} KB of bodies`);
}

function spread(times) {
  return [median(times), Math.min(...times), Math.max(...times)].map((time) => time.toFixed(0));
}

/** Opens a page until it has loaded everything that it loads by itself. */
async function warmUp(browser, url) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  await context.close();
}

/** Opens the page in a new context, without cache or storage, and returns the time until its first question. */
async function firstQuestionTime(browser, url, condition) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    await setCondition(page, condition);
    await page.addInitScript(() => {
      globalThis.firstQuestion = new Promise((resolve) => {
        const check = () => {
          if (!document.querySelector("[data-question]")) return;
          observer.disconnect();
          // The question is drawn in the first frame and on the screen when the second one starts.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        };
        const observer = new MutationObserver(check);
        observer.observe(document, { childList: true, subtree: true });
      });
    });
    await page.goto(url, { waitUntil: "commit" });
    return await Promise.race([
      page.evaluate(() => globalThis.firstQuestion),
      page.waitForTimeout(FIRST_QUESTION_TIMEOUT).then(() => {
        throw new Error(`No [data-question] element within ${FIRST_QUESTION_TIMEOUT / 1000} s on ${url}`);
      }),
    ]);
  } finally {
    await context.close();
  }
}

async function setCondition(page, { processorRate, network }) {
  const client = await page.context().newCDPSession(page);
  if (processorRate) await client.send("Emulation.setCPUThrottlingRate", { rate: processorRate });
  if (!network) return;
  const { latency, throughput } = network;
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

/** Starts a server with the demo's records behind a recorder. */
async function record(binary) {
  const recorder = await startRecorder();
  atEnd(recorder.close);
  const pulsen = await startPulsen(["--public-url", recorder.origin], binary);
  atEnd(pulsen.stop);
  recorder.upstream = pulsen.url;
  return recorder;
}
