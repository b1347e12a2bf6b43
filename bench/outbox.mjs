// Measures how fast the page's outbox sends what has gathered on a device, beside a loop that posts the same feedbacks one
// after another, and what the outbox adds to a press on "Next".
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { CHROMIUM } from "pulsen-loader/e2e/browser";
import { startPulsen } from "./server.mjs";
import { median, printGoals, printTable } from "./stats.mjs";

const FEEDBACKS = 500;
const ROUNDS = 5;
const GOAL_RATE = 0.8;
const PRESSES = 15;
const GOAL_ADDED_MS = 16.7;
const LINK_PAGE = "/feedback?node_id=demo-node";
/** Of a flow that is saved as it is answered: each press writes to the outbox. */
const SAVING_PAGE = "/feedback?node_id=saving-node";
const LONGEST_SYNC_MS = 120_000;

const records = writeSavingRecords();
const pulsen = await startPulsen(["--rate-limit", "off"], { records });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const goals = [await measureSync(), await measurePresses()];
  printGoals(goals);
} finally {
  await browser.close();
  await pulsen.stop();
  rmSync(records, { recursive: true, force: true });
}

/** Writes the demo's link page as one that saves what is incomplete, and returns the folder. */
function writeSavingRecords() {
  const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-records-"));
  const examples = join(import.meta.dirname, "..", "examples");
  const read = (path) => JSON.parse(readFileSync(join(examples, path), "utf8"));
  const write = (kind, record) => {
    mkdirSync(join(folder, kind));
    writeFileSync(join(folder, kind, `${record.id}.json`), JSON.stringify(record));
  };
  write("flows", { ...read("flows/demo-flow.json"), id: "saving-flow", allowSavingIncompleteSurvey: true });
  write("nodes", { ...read("nodes/demo-node.json"), id: "saving-node", flow_id: "saving-flow" });
  return folder;
}

async function measureSync() {
  const page = await openPage();
  const sample = await keepOne(page);
  const times = { outbox: [], loop: [] };
  // They take turns, so that other work on this machine affects both. The first round warms up.
  for (let round = -1; round < ROUNDS; round++) {
    const outbox = await page.evaluate(syncOutbox, {
      sample,
      count: FEEDBACKS,
      longestMs: LONGEST_SYNC_MS,
    });
    const loop = await page.evaluate(postInLoop, { sample, count: FEEDBACKS });
    if (round < 0) continue;
    times.outbox.push(outbox);
    times.loop.push(loop);
  }
  await page.context().close();
  const ratio = median(times.loop.map((loop, round) => loop / times.outbox[round]));
  const rate = (ms) => ((FEEDBACKS * 1000) / median(ms)).toFixed(0);
  printTable([
    [`${FEEDBACKS} feedbacks of one flow, medians of ${ROUNDS} rounds`, "feedbacks/s"],
    ["outbox", rate(times.outbox)],
    ["posted in a loop", rate(times.loop)],
    ["outbox ÷ loop", ratio.toFixed(2)],
  ]);
  return { name: "loop ÷ outbox, sync rate", value: 1 / ratio, goal: 1 / GOAL_RATE };
}

async function measurePresses() {
  const times = { with: [], without: [] };
  for (let press = -1; press < PRESSES; press++) {
    const withOutbox = await pressNext(true);
    const without = await pressNext(false);
    if (press < 0) continue;
    times.with.push(withOutbox);
    times.without.push(without);
  }
  const added = median(times.with) - median(times.without);
  printTable([
    [`answer and "Next" to the next question, ms, medians of ${PRESSES}`, ""],
    ["with the outbox", median(times.with).toFixed(1)],
    ["without its script", median(times.without).toFixed(1)],
    ["added", added.toFixed(1)],
  ]);
  return { name: 'added to a press on "Next"', value: added, goal: GOAL_ADDED_MS, unit: "ms" };
}

async function openPage(path = LINK_PAGE, prepare = async () => {}) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(pulsen.url + path, { waitUntil: "networkidle" });
  return page;
}

/** Answers the flow while no feedback gets through, and returns the record that the outbox has made of it. */
async function keepOne(page) {
  await page.route("**/v1/feedbacks", (route) => route.abort("connectionrefused"));
  await page.getByText("Just fine", { exact: true }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("1 waiting to be sent").waitFor({ timeout: 60_000 });
  const sample = await page.evaluate(takeRecord);
  await page.unroute("**/v1/feedbacks");
  return sample;
}

/** In the page: takes the only record out of the store. */
async function takeRecord() {
  const database = await new Promise((resolve) => {
    const opening = indexedDB.open("pulsen-outbox");
    opening.onsuccess = () => resolve(opening.result);
  });
  const store = database.transaction("records", "readwrite").objectStore("records");
  const [record] = await new Promise((resolve) => {
    const all = store.getAll();
    all.onsuccess = () => resolve(all.result);
  });
  await new Promise((resolve) => {
    store.clear().onsuccess = resolve;
  });
  database.close();
  return record;
}

/** In the page: stores copies of a record, lets the outbox send them, and returns how long that takes until the last reply. */
async function syncOutbox({ sample, count, longestMs }) {
  const database = await new Promise((resolve) => {
    const opening = indexedDB.open("pulsen-outbox");
    opening.onsuccess = () => resolve(opening.result);
  });
  const transaction = database.transaction("records", "readwrite");
  const attempt = sample.next ?? sample.attempt;
  // It is remembered of those of earlier rounds that they have arrived.
  transaction.objectStore("records").clear();
  for (let at = 0; at < count; at++) {
    transaction.objectStore("records").put({
      id: crypto.randomUUID(),
      lane: sample.lane,
      order: at + 1,
      writtenAt: Date.now(),
      apiBase: "",
      state: "waiting",
      attempt: { ...attempt, key: crypto.randomUUID(), headers: {}, partial: false },
      isTried: false,
      isKept: true,
      failures: 0,
      failedAt: 0,
      pauseMs: 0,
      isPauseAsked: false,
    });
  }
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();

  const { fetch } = globalThis;
  let left = count;
  const finished = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`After ${longestMs} ms ${left} feedbacks wait.`)), longestMs);
    globalThis.fetch = async (...request) => {
      const response = await fetch(...request);
      if (String(request[0]).endsWith("/v1/feedbacks") && response.ok && --left === 0) resolve();
      return response;
    };
  });
  const begin = performance.now();
  dispatchEvent(new Event("online"));
  await finished;
  const time = performance.now() - begin;
  globalThis.fetch = fetch;
  // The visitor's notice afterwards belongs to neither side.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return time;
}

/** In the page: posts the same feedback under as many keys, one after another. */
async function postInLoop({ sample, count }) {
  const { body } = sample.next ?? sample.attempt;
  const begin = performance.now();
  for (let at = 0; at < count; at++) {
    const response = await fetch("/v1/feedbacks", {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        "Idempotency-Key": crypto.randomUUID(),
      },
      body,
      keepalive: true,
    });
    await response.json();
  }
  return performance.now() - begin;
}

/** Answers the first question, presses "Next" in the same task, and returns how long the next question takes to be painted. */
async function pressNext(withOutbox) {
  const page = await openPage(SAVING_PAGE, async (page) => {
    if (!withOutbox) await page.route(/\/assets\/outbox-/, (route) => route.abort());
  });
  const time = await page.evaluate(answerAndPress);
  // Else there would be nothing to measure.
  if (withOutbox) await page.waitForFunction(hasRecord);
  await page.context().close();
  return time;
}

/** In the page: returns whether the outbox has anything of a run. */
async function hasRecord() {
  const database = await new Promise((resolve) => {
    const opening = indexedDB.open("pulsen-outbox");
    opening.onsuccess = () => resolve(opening.result);
  });
  const counting = database.transaction("records").objectStore("records").count();
  const count = await new Promise((resolve) => {
    counting.onsuccess = () => resolve(counting.result);
  });
  database.close();
  return count > 0;
}

/** In the page: a task that is posted in an animation frame runs after that frame was painted. */
function answerAndPress() {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-question="q-recommend"]')) return;
      observer.disconnect();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - begin);
      requestAnimationFrame(() => port2.postMessage(null));
    });
    observer.observe(document, { childList: true, subtree: true });
    const begin = performance.now();
    document.querySelectorAll('[data-question="q-mood"] input')[1].click();
    const buttons = [...document.querySelectorAll("button")];
    buttons.find(({ textContent }) => textContent.trim() === "Next").click();
  });
}
