// What the widget costs a host's page, and how soon a visitor who presses the launcher sees the first question.
//
// Host and provider are different sites, as they are for hosts: the content frame then has a process of its own, and
// only what the loader does is on the host's main thread.
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import { startPulsen } from "./pulsen.mjs";
import { median, printTable } from "./stats.mjs";

const RUNS = 7;
const CODE = "PSN-DEMO123";
const LAUNCHER = "#psn-widget-button-frame";
/** Its place in the demo's configuration, in a window of this size. */
const VIEWPORT = { width: 1280, height: 800 };
const LAUNCHER_CENTRE = [1230, 750];

/** Playwright's own list would switch off the partitioning of storage, which visitors' browsers have. */
const FEATURES =
  "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,MediaRouter,OptimizationHints";

const cleanUp = [];
try {
  await main();
} finally {
  for (const undo of cleanUp.reverse()) await undo();
}

async function main() {
  const pulsen = await startPulsen();
  cleanUp.push(pulsen.stop);
  const provider = pulsen.url.replace("127.0.0.1", "localhost");
  const host = await startHost(provider);
  const browser = await chromium.launch({
    executablePath: process.env.PULSEN_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", FEATURES],
  });
  cleanUp.push(() => browser.close());

  await printDownloads(browser, host, provider);
  console.log();
  await printMainThread(browser, host);
  console.log();
  await printFirstQuestion(browser, host);
}

/** What the page asks of the provider, until the visitor acts and after that. */
async function printDownloads(browser, host, provider) {
  const rows = [["downloads from the provider", "requests", "KB"]];
  await withPage(browser, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const ours = new Map();
    session.on("Network.requestWillBeSent", ({ requestId, request }) => {
      if (request.url.startsWith(provider)) ours.set(requestId, 0);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (ours.has(requestId)) ours.set(requestId, encodedDataLength);
    });
    await openWith(page, host);
    const bytes = [...ours.values()].reduce((sum, size) => sum + size, 0);
    rows.push(["before the visitor's first act, headers included", ours.size, (bytes / 1000).toFixed(1)]);
  });
  printTable(rows);
}

/** The host's own main thread, with the widget and without. Nothing of Playwright runs on it: that would be counted too. */
async function printMainThread(browser, host) {
  const measured = { without: [], frame: [], with: [], open: [] };
  for (let run = -1; run < RUNS; run++) {
    // In turns, so that whatever else the machine does reaches all of them alike.
    for (const kind of Object.keys(measured)) {
      const cost = await withPage(browser, (page) => mainThreadCost(page, host, kind));
      // The first round warms up.
      if (run >= 0) measured[kind].push(cost);
    }
  }
  const middle = (kind, what) => median(measured[kind].map((cost) => cost[what]));
  const row = (name, kind) => [
    name,
    middle(kind, "script").toFixed(1),
    (middle(kind, "script") - middle("without", "script")).toFixed(1),
    middle(kind, "task").toFixed(1),
    (middle(kind, "task") - middle("without", "task")).toFixed(1),
  ];
  printTable([
    [`host's main thread, ms of CPU (median of ${RUNS})`, "script", "more", "all tasks", "more"],
    row("without the tag", "without"),
    row("with an empty frame instead", "frame"),
    row("with the launcher", "with"),
    row("with the widget opened", "open"),
  ]);
}

async function mainThreadCost(page, host, kind) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(host[kind] ?? host.with, { waitUntil: "networkidle" });
  if (kind === "open") {
    await page.mouse.click(...LAUNCHER_CENTRE);
    await questionIn(await contentFrame(page));
  }
  const { metrics } = await session.send("Performance.getMetrics");
  const ms = (name) => metrics.find((metric) => metric.name === name).value * 1000;
  const cost = { script: ms("ScriptDuration"), task: ms("TaskDuration") };
  // Cheap because nothing is there would be no result.
  const launchers = await page.locator(LAUNCHER).count();
  const expected = kind === "with" || kind === "open" ? 1 : 0;
  if (launchers !== expected) throw new Error(`${launchers} launchers in the run "${kind}".`);
  return cost;
}

/** The frame as soon as it is there. */
async function contentFrame(page) {
  const isContent = (frame) => frame.url().includes("/widget?code=");
  return (
    page.frames().find(isContent) ??
    page.waitForEvent("framenavigated", { predicate: isContent, timeout: 10_000 })
  );
}

/** Waits in the frame's own process until its first question is there. */
function questionIn(frame) {
  return frame.waitForSelector("[data-question]", { state: "attached" });
}

/** From the press on the launcher to the first question on the screen. */
async function printFirstQuestion(browser, host) {
  const times = { cold: [], hovered: [] };
  for (let run = -1; run < RUNS; run++) {
    for (const kind of Object.keys(times)) {
      const time = await withPage(browser, (page) => firstQuestionTime(page, host, kind === "hovered"));
      if (run >= 0) times[kind].push(time);
    }
  }
  const spread = (list) =>
    [median(list), Math.min(...list), Math.max(...list)].map((time) => time.toFixed(0));
  printTable([
    [`press to first question drawn, ms (of ${RUNS})`, "median", "least", "most"],
    ["cold, nothing cached", ...spread(times.cold)],
    ["loaded while the pointer was over the launcher", ...spread(times.hovered)],
  ]);
}

async function firstQuestionTime(page, host, isHovered) {
  // In every frame; each knows one of the two moments. Epoch time, the same for all processes.
  await page.addInitScript(() => {
    const now = () => performance.timeOrigin + performance.now();
    globalThis.pressed = new Promise((resolve) => {
      addEventListener("click", () => resolve(now()), { capture: true, once: true });
    });
    globalThis.drawn = new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector("[data-question]")) return;
        observer.disconnect();
        // Stands still while the frame is hidden. The first frame draws it, the second begins when it has been drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(now())));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true });
    });
  });
  await openWith(page, host);
  const launcher = await (await page.waitForSelector(LAUNCHER)).contentFrame();
  if (isHovered) {
    await page.mouse.move(...LAUNCHER_CENTRE);
    await questionIn(await contentFrame(page));
  }
  await page.mouse.click(...LAUNCHER_CENTRE);
  const pressed = await launcher.evaluate(() => globalThis.pressed);
  const content = await contentFrame(page);
  await questionIn(content);
  return (await content.evaluate(() => globalThis.drawn)) - pressed;
}

async function openWith(page, host) {
  await page.goto(host.with, { waitUntil: "networkidle" });
  await page.frameLocator(LAUNCHER).getByRole("button").waitFor();
}

/** A fresh context each time: nothing cached, nothing stored. */
async function withPage(browser, use) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Plain pages of another site: with the tag, without, and with a frame as the launcher's is, but empty. */
async function startHost(provider) {
  const additions = {
    "/with": `<script async src="${provider}/loader/${CODE}.js"></script>`,
    "/without": "",
    "/frame": `<script>addEventListener("DOMContentLoaded", () =>
      document.documentElement.append(document.createElement("iframe")))</script>`,
  };
  const server = createServer(({ url }, answer) => {
    answer.writeHead(200, { "Content-Type": "text/html" });
    answer.end(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A shop</title>' +
        `<link rel="icon" href="data:,">${additions[url] ?? ""}</head>` +
        "<body><h1>A shop</h1><p>With lamps.</p></body></html>",
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { with: `${origin}/with`, without: `${origin}/without`, frame: `${origin}/frame` };
}
