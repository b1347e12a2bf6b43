// Measures how long a visitor waits for the first question of a link page, compared with a minimal React page.
//
// Both pages come from the same recorder, so that the difference does not include the servers. The recorder is a proxy
// in front of `pulsen` that stores the responses to the link page's requests during the warm-up, and from then on
// answers from memory. The React page is in the same memory, with the same headers.
import { createServer, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { CHROMIUM } from "pulsen-loader/e2e/browser";
import { build } from "vite";
import { startPulsen } from "./server.mjs";
import { median, printTable } from "./stats.mjs";

const RUNS = 7;
const GOAL_RATIO = 1.25;
const LINK_PAGE = "/feedback?node_id=demo-node";
const HELLO_PAGE = "/bench-hello";
const HELLO_SCRIPT = "/assets/bench-hello.js";
const FIRST_QUESTION_TIMEOUT = 20_000;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const cleanUp = [];
try {
  await main();
} finally {
  for (const task of cleanUp.reverse()) await task();
}

async function main() {
  const helloScript = await buildHelloScript();
  const recorder = await startRecorder();
  const pulsen = await startPulsen(["--public-url", recorder.origin]);
  cleanUp.push(pulsen.stop);
  recorder.upstream = pulsen.url;
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  cleanUp.push(() => browser.close());

  await firstQuestionTime(browser, recorder.origin + LINK_PAGE);
  const transferred = recorder.transferred();
  recorder.addHello(helloScript);
  await firstQuestionTime(browser, recorder.origin + HELLO_PAGE);

  const times = { link: [], hello: [] };
  for (let run = 0; run < RUNS; run++) {
    // Alternating, so that other load on the machine affects both pages.
    times.hello.push(await firstQuestionTime(browser, recorder.origin + HELLO_PAGE));
    times.link.push(await firstQuestionTime(browser, recorder.origin + LINK_PAGE));
  }

  const ratio = median(times.link) / median(times.hello);
  printTable([
    ["navigation to painted, ms", "median", "min", "max"],
    ["minimal React page", ...spread(times.hello)],
    ["link page, first question", ...spread(times.link)],
  ]);
  console.log(
    `\nratio ${ratio.toFixed(2)}, goal at most ${GOAL_RATIO}${ratio > GOAL_RATIO ? ": MISSED" : ": met"}`,
  );
  console.log(`link page: ${transferred.count} files, ${(transferred.bytes / 1000).toFixed(1)} KB of bodies`);
}

function spread(times) {
  return [median(times), Math.min(...times), Math.max(...times)].map((time) => time.toFixed(0));
}

/** Opens the page in a new context, without cache or storage, and returns the time until its first question. */
async function firstQuestionTime(browser, url) {
  const context = await browser.newContext();
  try {
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

/** Bundles React with the code that renders one paragraph. */
async function buildHelloScript() {
  const entry = "virtual:hello";
  const code = `
    import { createElement } from "react";
    import { createRoot } from "react-dom/client";
    createRoot(document.getElementById("app")).render(createElement("p", { "data-question": "" }, "Hello, world"));
  `;
  const { output } = await build({
    root: "bench",
    configFile: false,
    logLevel: "warn",
    plugins: [
      {
        name: "hello",
        resolveId: (id) => (id === entry ? join(process.cwd(), "bench/hello.js") : null),
        load: (id) => (id.endsWith("bench/hello.js") ? code : null),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
  });
  return output[0].code;
}

async function startRecorder() {
  const responses = new Map();
  const recorder = {
    origin: "",
    upstream: "",
    transferred: () => ({
      count: responses.size,
      bytes: [...responses.values()].reduce((sum, { body }) => sum + body.length, 0),
    }),
    addHello: (script) => addHello(responses, script),
  };
  const server = createServer(async (incoming, outgoing) => {
    try {
      const key = `${incoming.method} ${incoming.url}`;
      const response = responses.get(key) ?? (await forward(recorder.upstream, incoming));
      if (incoming.method === "GET" && response.status === 200) responses.set(key, response);
      outgoing.writeHead(response.status, response.headers).end(response.body);
    } catch (error) {
      outgoing.writeHead(502).end(String(error));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  recorder.origin = `http://127.0.0.1:${server.address().port}`;
  return recorder;
}

/** Adds the React page with the headers and the compression of the link page. */
function addHello(responses, script) {
  const page = responses.get(`GET ${LINK_PAGE}`);
  const [, asset] = [...responses].find(([key]) => /^GET \/assets\/.*\.js$/.test(key)) ?? [];
  if (!page || !asset) throw new Error("The link page was not recorded with a script of its own.");
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hello</title>' +
    `<script type="module" src="${HELLO_SCRIPT}"></script></head><body><div id="app"></div></body></html>`;
  responses.set(`GET ${HELLO_PAGE}`, responseLike(page, html));
  responses.set(`GET ${HELLO_SCRIPT}`, responseLike(asset, script));
}

function responseLike(example, text) {
  const body = brotliCompressSync(text);
  return {
    status: 200,
    body,
    headers: { ...example.headers, "content-encoding": "br", "content-length": body.length },
  };
}

function forward(upstream, incoming) {
  return new Promise((resolve, reject) => {
    const { connection, ...headers } = incoming.headers;
    const forwarded = request(
      upstream + incoming.url,
      { method: incoming.method, headers },
      async (response) => {
        const body = await buffer(response);
        const { "transfer-encoding": _, connection, ...kept } = response.headers;
        resolve({ status: response.statusCode, headers: { ...kept, "content-length": body.length }, body });
      },
    );
    forwarded.on("error", reject);
    incoming.pipe(forwarded);
  });
}
