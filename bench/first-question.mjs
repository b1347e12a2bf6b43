// Measures how long a visitor waits for the first question of link pages, and until their scripts have taken them over, compared with
// a minimal React page: as the machine is, with a processor that is four times slower, and with a slow network.
//
// All pages come from recorders, with the same headers, so that the difference does not include the servers. They take
// turns, so that other load on the machine affects all of them.
//
// PULSEN_BIN_BEFORE may name a second binary, whose pages are measured in the same run.
import { fileURLToPath } from "node:url";
import { launchBrowser } from "./browser.mjs";
import { buildHelloScript, HELLO_HTML, HELLO_PAGE, HELLO_SCRIPT } from "./hello.mjs";
import { startRecorder } from "./recorder.mjs";
import { atEnd, runBenchmark } from "./runBenchmark.mjs";
import { startPulsen } from "./server.mjs";
import { median, printGoals, printTable } from "./stats.mjs";

const RUNS = 11;
const GOAL_TAKEN_OVER = 1.2;
const TIMEOUT = 60_000;
const RECORDS = fileURLToPath(new URL("first-question", import.meta.url));
const PAGES = [
  { name: "radio", path: "/feedback?node_id=demo-node" },
  { name: "scale", path: "/feedback?node_id=bench-scale" },
  { name: "text", path: "/feedback?node_id=bench-text" },
];
const CONDITIONS = [
  { name: "as it is", goal: 0.7 },
  { name: "processor 4 times slower", processorRate: 4, goal: 0.9 },
  // As Lighthouse has it for a slow mobile network.
  {
    name: "slow network: 150 ms, 1.6 Mbit/s",
    network: { latency: 150, throughput: 1_600_000 / 8 },
    goal: 0.4,
  },
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
    ...PAGES.map(({ name, path }) => ({ name, url: recorder.origin + path, isGoal: true })),
    ...(before
      ? PAGES.map(({ name, path }) => ({ name: `${name}, before`, url: before.origin + path }))
      : []),
  ];
  await warmUp(browser, recorder.origin + PAGES[0].path);
  const transferred = recorder.transferred();
  for (const { url } of pages.slice(1)) await warmUp(browser, url);
  recorder.add(HELLO_PAGE, HELLO_HTML, (path) => path === PAGES[0].path);
  recorder.add(HELLO_SCRIPT, helloScript, (path) => /^\/assets\/.*\.js$/.test(path));
  await warmUp(browser, recorder.origin + HELLO_PAGE);

  for (const condition of CONDITIONS) {
    const times = pages.map(() => ({ painted: [], takenOver: [] }));
    for (let run = 0; run < RUNS; run++) {
      for (const [at, { url }] of pages.entries()) {
        const { painted, takenOver } = await measure(browser, url, condition);
        times[at].painted.push(painted);
        times[at].takenOver.push(takenOver);
      }
    }
    const ratio = (at, what) => median(times[at][what]) / median(times[0].painted);
    printTable([
      [condition.name, "painted, ms", "min", "max", "ratio", "taken over, ms", "ratio"],
      ...pages.map(({ name }, at) => [
        name,
        ...spread(times[at].painted),
        ratio(at, "painted").toFixed(2),
        median(times[at].takenOver).toFixed(0),
        ratio(at, "takenOver").toFixed(2),
      ]),
    ]);
    printGoals(
      pages.flatMap(({ name, isGoal }, at) =>
        isGoal
          ? [
              {
                name: `${name} painted, ${condition.name}`,
                value: ratio(at, "painted"),
                goal: condition.goal,
              },
              {
                name: `${name} taken over, ${condition.name}`,
                value: ratio(at, "takenOver"),
                goal: GOAL_TAKEN_OVER,
              },
            ]
          : [],
      ),
    );
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

/**
 * Opens the page in a new context, without cache or storage. Returns the milliseconds until its first paint of a text, which is that
 * of the first question, and until the page's scripts have drawn it.
 */
async function measure(browser, url, condition) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    await setCondition(page, condition);
    await page.addInitScript(() => {
      const painted = new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName("first-contentful-paint");
          if (entry) resolve(entry.startTime);
        }).observe({ type: "paint", buffered: true });
      });
      // What is drawn in one frame is on the screen when the next one starts.
      const timeOf = (selector) =>
        new Promise((resolve) => {
          const check = () => {
            if (!document.querySelector(selector)) return;
            observer.disconnect();
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
          };
          const observer = new MutationObserver(check);
          observer.observe(document, { childList: true, subtree: true, attributes: true });
        });
      globalThis.times = Promise.all([painted, timeOf("#app:not([data-prerendered]) [data-question]")]);
    });
    await page.goto(url, { waitUntil: "commit" });
    const [painted, takenOver] = await Promise.race([
      page.evaluate(() => globalThis.times),
      page.waitForTimeout(TIMEOUT).then(() => {
        throw new Error(`No [data-question] element within ${TIMEOUT / 1000} s on ${url}`);
      }),
    ]);
    return { painted, takenOver };
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
  const pulsen = await startPulsen(["--public-url", recorder.origin], { wanted: binary, records: RECORDS });
  atEnd(pulsen.stop);
  recorder.upstream = pulsen.url;
  return recorder;
}
