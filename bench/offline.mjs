// Measures how long a link page takes to its first question that was opened before: without the server, from what the
// service worker has kept, compared with the server at hand and the browser's own cache. As the network is on this machine,
// and with the latencies of mobile ones, which a proxy adds to each answer.
import { createServer, request } from "node:http";
import { launchBrowser } from "./browser.mjs";
import { atEnd, runBenchmark } from "./runBenchmark.mjs";
import { startPulsen } from "./server.mjs";
import { median, printGoals, printTable } from "./stats.mjs";

const RUNS = 15;
const GOAL_RATIO = 0.8;
const LINK_PAGE = "/feedback?node_id=demo-node";
const LATENCIES_MS = [0, 50, 150];

await runBenchmark(main);

async function main() {
  const proxy = await startProxy();
  const pulsen = await startPulsen(["--public-url", proxy.origin]);
  atEnd(pulsen.stop);
  proxy.upstream = pulsen.url;
  const browser = await launchBrowser();
  atEnd(() => browser.close());
  // A browser for each: one without a worker, as visitors have had it, and one with.
  const [without, withWorker] = await Promise.all([
    openOnce(browser, proxy, "block"),
    openOnce(browser, proxy, "allow"),
  ]);

  const rows = [
    ["time to the first question, ms", "online, warm", "offline", "online with a worker", "offline ÷ online"],
  ];
  const goals = [];
  for (const latency of LATENCIES_MS) {
    proxy.latency = latency;
    const times = { online: [], offline: [], worker: [] };
    // They take turns, so that other load on the machine affects all of them.
    for (let run = 0; run < RUNS; run++) {
      proxy.isDown = false;
      times.online.push(await firstQuestionTime(without, proxy.origin));
      times.worker.push(await firstQuestionTime(withWorker, proxy.origin));
      proxy.isDown = true;
      times.offline.push(await firstQuestionTime(withWorker, proxy.origin));
    }
    const [online, offline, worker] = [times.online, times.offline, times.worker].map(median);
    const ratio = offline / online;
    rows.push([
      `${latency} ms latency`,
      online.toFixed(0),
      offline.toFixed(0),
      worker.toFixed(0),
      ratio.toFixed(2),
    ]);
    goals.push({
      name: `start offline ÷ start online, ${latency} ms latency`,
      value: ratio,
      goal: GOAL_RATIO,
    });
  }
  printTable(rows);
  printGoals(goals);
}

/** Opens the page until it is kept, or cached, and returns the page. */
async function openOnce(browser, proxy, serviceWorkers) {
  const context = await browser.newContext({ serviceWorkers });
  const page = await context.newPage();
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
  await page.goto(proxy.origin + LINK_PAGE, { waitUntil: "networkidle" });
  if (serviceWorkers === "allow") {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await (await caches.open("pulsen-pages")).keys()).length > 0);
  }
  return page;
}

async function firstQuestionTime(page, origin) {
  await page.goto(origin + LINK_PAGE, { waitUntil: "commit" });
  const time = await page.evaluate(() => globalThis.firstQuestion);
  await page.waitForLoadState("networkidle");
  return time;
}

/** Starts a proxy that delays each answer, and refuses every connection while the server is said to be down. */
async function startProxy() {
  const proxy = { origin: "", upstream: "", latency: 0, isDown: false };
  const server = createServer((incoming, outgoing) => {
    if (proxy.isDown) return outgoing.destroy();
    setTimeout(() => forward(proxy.upstream, incoming, outgoing), proxy.latency);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  proxy.origin = `http://127.0.0.1:${server.address().port}`;
  return proxy;
}

function forward(upstream, incoming, outgoing) {
  const { method, headers } = incoming;
  const forwarded = request(upstream + incoming.url, { method, headers }, (response) => {
    outgoing.writeHead(response.statusCode, response.headers);
    response.pipe(outgoing);
  });
  forwarded.on("error", () => outgoing.destroy());
  incoming.pipe(forwarded);
}
