// How long a visitor waits for the first question of a link page, against a React page that says hello.
//
// Both come from the same server, or their difference would partly be the servers': a recorder stands before
// `pulsen`, keeps what the link page asked for in the warm-up, headers included, and answers from memory from then on.
// The hello page lies in the same memory, with the same headers.
import { createServer, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { build } from "vite";
import { startPulsen } from "./pulsen.mjs";
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
  for (const undo of cleanUp.reverse()) await undo();
}

async function main() {
  const helloScript = await buildHelloScript();
  const recorder = await startRecorder();
  const pulsen = await startPulsen(["--public-url", recorder.origin]);
  cleanUp.push(pulsen.stop);
  recorder.upstream = pulsen.url;
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  cleanUp.push(() => browser.close());

  await firstQuestionTime(browser, recorder.origin + LINK_PAGE);
  const transferred = recorder.transferred();
  recorder.addHello(helloScript);
  await firstQuestionTime(browser, recorder.origin + HELLO_PAGE);

  const times = { link: [], hello: [] };
  for (let run = 0; run < RUNS; run++) {
    // In turns, so that whatever else the machine does reaches both alike.
    times.hello.push(await firstQuestionTime(browser, recorder.origin + HELLO_PAGE));
    times.link.push(await firstQuestionTime(browser, recorder.origin + LINK_PAGE));
  }

  const ratio = median(times.link) / median(times.hello);
  printTable([
    ["navigation to painted, ms", "median", "least", "most"],
    ["React hello world", ...spread(times.hello)],
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

/** A fresh context each time: nothing cached, nothing stored. */
async function firstQuestionTime(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      globalThis.firstQuestion = new Promise((resolve) => {
        const look = () => {
          if (!document.querySelector("[data-question]")) return;
          observer.disconnect();
          // The first frame draws it, the second begins when it has been drawn.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        };
        const observer = new MutationObserver(look);
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

/** React, and nothing that is not needed to say hello. */
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
  const answers = new Map();
  const recorder = {
    origin: "",
    upstream: "",
    transferred: () => ({
      count: answers.size,
      bytes: [...answers.values()].reduce((sum, { body }) => sum + body.length, 0),
    }),
    addHello: (script) => addHello(answers, script),
  };
  const server = createServer(async (incoming, outgoing) => {
    try {
      const key = `${incoming.method} ${incoming.url}`;
      const answer = answers.get(key) ?? (await forward(recorder.upstream, incoming));
      if (incoming.method === "GET" && answer.status === 200) answers.set(key, answer);
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
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

/** The hello page in the link page's clothes: the same headers, compressed the same way. */
function addHello(answers, script) {
  const page = answers.get(`GET ${LINK_PAGE}`);
  const [, asset] = [...answers].find(([key]) => /^GET \/assets\/.*\.js$/.test(key)) ?? [];
  if (!page || !asset) throw new Error("The link page was not recorded with a script of its own.");
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hello</title>' +
    `<script type="module" src="${HELLO_SCRIPT}"></script></head><body><div id="app"></div></body></html>`;
  answers.set(`GET ${HELLO_PAGE}`, dressed(page, html));
  answers.set(`GET ${HELLO_SCRIPT}`, dressed(asset, script));
}

function dressed(example, text) {
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
    const onward = request(upstream + incoming.url, { method: incoming.method, headers }, async (answer) => {
      const body = await buffer(answer);
      const { "transfer-encoding": _, connection, ...kept } = answer.headers;
      resolve({ status: answer.statusCode, headers: { ...kept, "content-length": body.length }, body });
    });
    onward.on("error", reject);
    incoming.pipe(onward);
  });
}
