// Measures what the widget costs a host page, and how soon a visitor who presses the launcher sees the first question.
//
// Host and provider are different sites, as in production: the content frame then has its own process, and only the
// loader runs on the host's main thread.
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import { CHROMIUM, PARTITIONED_STORAGE } from "pulsen-loader/e2e/browser";
import { startPulsen } from "./server.mjs";
import { median, printTable } from "./stats.mjs";

const RUNS = 7;
const CODE = "PSN-DEMO123";
const LAUNCHER = "#psn-widget-button-frame";
const VIEWPORT = { width: 1280, height: 800 };
/** The place of the launcher in a window of this size, with the demo's configuration. */
const LAUNCHER_CENTER = [1230, 750];

const cleanUp = [];
try {
  await main();
} finally {
  for (const task of cleanUp.reverse()) await task();
}

async function main() {
  const pulsen = await startPulsen();
  cleanUp.push(pulsen.stop);
  const provider = pulsen.url.replace("127.0.0.1", "localhost");
  const host = await startHost(provider);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", PARTITIONED_STORAGE],
  });
  cleanUp.push(() => browser.close());

  await printDownloads(browser, host, provider);
  console.log();
  await printMainThread(browser, host);
  console.log();
  await printFirstQuestion(browser, host);
}

/** Prints the page's requests to the provider before the visitor acts. */
async function printDownloads(browser, host, provider) {
  const rows = [["downloads from the provider", "requests", "KB"]];
  await withPage(browser, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const sizes = new Map();
    session.on("Network.requestWillBeSent", ({ requestId, request }) => {
      if (request.url.startsWith(provider)) sizes.set(requestId, 0);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (sizes.has(requestId)) sizes.set(requestId, encodedDataLength);
    });
    await openWith(page, host);
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    rows.push(["before the visitor's first action, with headers", sizes.size, (bytes / 1000).toFixed(1)]);
  });
  printTable(rows);
}

/** Prints the load of the host's main thread, with and without the widget. None of Playwright's code may run on it. */
async function printMainThread(browser, host) {
  const measured = { without: [], frame: [], with: [], open: [] };
  for (let run = -1; run < RUNS; run++) {
    // Alternating, so that other load on the machine affects all kinds.
    for (const kind of Object.keys(measured)) {
      const cost = await withPage(browser, (page) => mainThreadCost(page, host, kind));
      // The first round is a warm-up.
      if (run >= 0) measured[kind].push(cost);
    }
  }
  const medianOf = (kind, metric) => median(measured[kind].map((cost) => cost[metric]));
  const row = (name, kind) => [
    name,
    medianOf(kind, "script").toFixed(1),
    (medianOf(kind, "script") - medianOf("without", "script")).toFixed(1),
    medianOf(kind, "task").toFixed(1),
    (medianOf(kind, "task") - medianOf("without", "task")).toFixed(1),
  ];
  printTable([
    [`host's main thread, ms of CPU (median of ${RUNS})`, "script", "difference", "all tasks", "difference"],
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
    await page.mouse.click(...LAUNCHER_CENTER);
    await questionIn(await contentFrame(page));
  }
  const { metrics } = await session.send("Performance.getMetrics");
  const ms = (name) => metrics.find((metric) => metric.name === name).value * 1000;
  const cost = { script: ms("ScriptDuration"), task: ms("TaskDuration") };
  // Fails if the figures are low because the launcher is missing.
  const launchers = await page.locator(LAUNCHER).count();
  const expected = kind === "with" || kind === "open" ? 1 : 0;
  if (launchers !== expected) throw new Error(`${launchers} launchers in the run "${kind}".`);
  return cost;
}

/** Returns the content frame as soon as it exists. */
async function contentFrame(page) {
  const isContent = (frame) => frame.url().includes("/widget?code=");
  return (
    page.frames().find(isContent) ??
    page.waitForEvent("framenavigated", { predicate: isContent, timeout: 10_000 })
  );
}

/** Waits, in the frame's own process, for its first question. */
function questionIn(frame) {
  return frame.waitForSelector("[data-question]", { state: "attached" });
}

/** Prints the time from the press on the launcher to the first question on the screen. */
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
    [`press to first question drawn, ms (of ${RUNS})`, "median", "min", "max"],
    ["cold, nothing cached", ...spread(times.cold)],
    ["loaded while the pointer was over the launcher", ...spread(times.hovered)],
  ]);
}

async function firstQuestionTime(page, host, isHovered) {
  // Runs in every frame; each knows one of the two times. Epoch time is the same in all processes.
  await page.addInitScript(() => {
    const now = () => performance.timeOrigin + performance.now();
    globalThis.pressed = new Promise((resolve) => {
      addEventListener("click", () => resolve(now()), { capture: true, once: true });
    });
    globalThis.drawn = new Promise((resolve) => {
      const check = () => {
        if (!document.querySelector("[data-question]")) return;
        observer.disconnect();
        // Paused while the frame is hidden. The question is drawn in the first animation frame, and on the screen when
        // the second one starts.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(now())));
      };
      const observer = new MutationObserver(check);
      observer.observe(document, { childList: true, subtree: true });
    });
  });
  await openWith(page, host);
  const launcher = await (await page.waitForSelector(LAUNCHER)).contentFrame();
  if (isHovered) {
    await page.mouse.move(...LAUNCHER_CENTER);
    await questionIn(await contentFrame(page));
  }
  await page.mouse.click(...LAUNCHER_CENTER);
  const pressed = await launcher.evaluate(() => globalThis.pressed);
  const content = await contentFrame(page);
  await questionIn(content);
  return (await content.evaluate(() => globalThis.drawn)) - pressed;
}

async function openWith(page, host) {
  await page.goto(host.with, { waitUntil: "networkidle" });
  await page.frameLocator(LAUNCHER).getByRole("button").waitFor();
}

/** Uses a page in a new context, without cache or storage. */
async function withPage(browser, use) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Serves plain pages of another site: with the tag, without it, and with an empty frame like the launcher's. */
async function startHost(provider) {
  const additions = {
    "/with": `<script async src="${provider}/loader/${CODE}.js"></script>`,
    "/without": "",
    "/frame": `<script>addEventListener("DOMContentLoaded", () =>
      document.documentElement.append(document.createElement("iframe")))</script>`,
  };
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(
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
