// Measures how soon a visitor sees that an option was selected, on a page of many questions and with a processor that is four
// times slower: from the click's own time to the first moment after the next frame was painted. The engine runs already.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "./browser.mjs";
import { startPulsen } from "./server.mjs";
import { median, percentile, printGoals, printTable } from "./stats.mjs";

const QUESTIONS = 30;
const OPTIONS = 5;
/** Visits in turn, each of which answers every question once. */
const VISITS = 4;
const PROCESSOR_RATE = 4;
const GOAL_MS = 50;
const ID = "bench-click";
/** Time for a garbage collection or a late task of one click to end before the next one. */
const PAUSE_MS = 100;

const records = mkdtempSync(join(tmpdir(), "pulsen-click-"));
writeRecords(records);
const pulsen = await startPulsen([], { records });
const browser = await launchBrowser();
try {
  const times = [];
  for (let visit = 0; visit < VISITS; visit++) times.push(...(await answerAll()));
  const p95 = percentile(times, 0.95);
  printTable([
    [`click to painted, ms (${times.length} clicks)`, "median", "p95", "max"],
    [
      `${QUESTIONS} questions, processor ${PROCESSOR_RATE} times slower`,
      ...[median(times), p95, Math.max(...times)].map((time) => time.toFixed(1)),
    ],
  ]);
  printGoals([{ name: "click to painted, p95", value: p95, goal: GOAL_MS, unit: "ms" }]);
} finally {
  await browser.close();
  await pulsen.stop();
  rmSync(records, { recursive: true, force: true });
}

/** Opens the page and selects one option of each question; returns the times. */
async function answerAll() {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${pulsen.url}/feedback?node_id=${ID}`, { waitUntil: "networkidle" });
    const client = await context.newCDPSession(page);
    await client.send("Emulation.setCPUThrottlingRate", { rate: PROCESSOR_RATE });
    const times = [];
    for (let at = 0; at < QUESTIONS; at++) {
      const option = page.locator(`[data-question="q-${at}"] label`).nth(at % OPTIONS);
      await option.scrollIntoViewIfNeeded();
      await page.evaluate(notePainted);
      await option.click();
      times.push(await page.evaluate(() => globalThis.painted));
      await page.waitForTimeout(PAUSE_MS);
    }
    return times;
  } finally {
    await context.close();
  }
}

/** Runs in the page before each click. A task that is posted in an animation frame runs after that frame was painted. */
function notePainted() {
  globalThis.painted = new Promise((resolve) => {
    const note = ({ timeStamp }) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - timeStamp);
      requestAnimationFrame(() => port2.postMessage(null));
    };
    // Once: the browser passes the click on a label on to its control, as a second click.
    addEventListener("click", note, { capture: true, once: true });
  });
}

/** Writes a node whose flow is one page of questions. */
function writeRecords(folder) {
  const questions = Array.from({ length: QUESTIONS }, (_, at) => ({
    id: `e-${at}`,
    type: "question",
    order: at + 1,
    question: {
      id: `q-${at}`,
      key: `key-${at}`,
      style: "radio",
      isRequired: true,
      body: { en: `How was part ${at + 1} of your visit?` },
      options: Array.from({ length: OPTIONS }, (_, option) => ({
        id: `o-${at}-${option}`,
        key: `option-${option}`,
        body: { en: `Answer number ${option + 1}` },
      })),
    },
  }));
  const submit = { id: "e-submit", type: "submit", order: QUESTIONS + 1, body: { en: "Send" } };
  const page = { id: "page", name: "Page", style: "normal", isInitialState: true, nextStateId: "end" };
  const flow = {
    id: ID,
    name: "Many questions",
    languages: [{ id: "en", code: "en", name: "English" }],
    defaultLanguageId: "en",
    states: [
      { ...page, elements: [...questions, submit] },
      { id: "end", name: "End", style: "thank_you", elements: [] },
    ],
  };
  const node = { id: ID, name: "Many questions", type: "link", status: "active", flow_id: ID };
  for (const [kind, record] of Object.entries({ flows: flow, nodes: node })) {
    mkdirSync(join(folder, kind));
    writeFileSync(join(folder, kind, `${ID}.json`), JSON.stringify(record));
  }
}
