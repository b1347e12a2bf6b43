// Measures the console as the people who work with it feel it: how long the inbox of 100,000 chats takes to open, one chat, and the
// next one by key; how soon a customer's message is on the screen; what 50 changes a second do to the page. Each
// is beside a page that lists the same rows in plain React, in the same browser and run. Then how long the results of 10 million
// feedbacks take, beside what the server needs for them.
//
// Options: --rounds 9, --chats 100000, --messages 60, --seconds 60 of changes, --millions 10 of feedbacks (0: no results).
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { launchBrowser } from "./browser.mjs";
import { openChat } from "./chat/chats.mjs";
import { seedChats } from "./chat/inbox.mjs";
import { PLAIN_PATH, routePlain } from "./console/plain.mjs";
import { measureResults } from "./console/results.mjs";
import { signIn } from "./console/signIn.mjs";
import { atEnd, runBenchmark } from "./runBenchmark.mjs";
import { startPulsen } from "./server.mjs";
import { median, percentile, printGoals, printTable } from "./stats.mjs";

const GOALS = { open: 500, chat: 150, next: 100, message: 200, task: 50, results: 1_000 };
const CHANGES_PER_SECOND = 50;
/** A heap is flat if it grows by less, after both were cleaned. */
const FLAT_MIB = 5;
const PAGES = {
  console: { path: "/staff/inbox?view=all", row: 'a[href*="/inbox/"]' },
  plain: { path: PLAIN_PATH, row: "[data-chat]" },
};

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    chats: { type: "string", default: "100000" },
    messages: { type: "string", default: "60" },
    seconds: { type: "string", default: "60" },
    millions: { type: "string", default: "10" },
  },
});
const numbers = Object.entries(values).map(([name, value]) => [name, Number(value)]);
const { rounds, chats, messages, seconds, millions } = Object.fromEntries(numbers);

await runBenchmark(async () => {
  const pulsen = await startPulsen(["--rate-limit", "off"]);
  atEnd(() => pulsen.stop());
  console.log(
    `${chats} chats written in ${(await seedChats(pulsen.url, pulsen.database, chats)).toFixed(0)} s`,
  );
  const browser = await launchBrowser();
  atEnd(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(readFileSync("bench/console/measures.js", "utf8"));
  await routePlain(context);
  await signIn(context, pulsen);
  const times = await measurePages(context, pulsen.url);
  const delays = await measureMessages(context, pulsen);
  const busy = await measureChanges(context, pulsen);
  print(times, delays, busy);
  await pulsen.stop();
  if (millions > 0) printResults(await measureResults(browser, millions * 1_000_000, rounds));
});

/** Opens the list, a chat, and the next ones by key, on each page in turn, so that other work on this machine affects both. */
async function measurePages(context, url) {
  const times = { console: [], plain: [] };
  // The first round fills the caches.
  for (let round = -1; round < rounds; round++) {
    for (const name of round % 2 ? ["console", "plain"] : ["plain", "console"]) {
      const measured = await measurePage(await context.newPage(), url, PAGES[name]);
      if (round >= 0) times[name].push(measured);
    }
  }
  return times;
}

async function measurePage(page, url, { path, row }) {
  await page.goto(url + path, { waitUntil: "commit" });
  const open = await page.evaluate((row) => painted(() => document.querySelector(row)), row);
  const chat = await page.evaluate(async (row) => {
    const first = document.querySelector(row);
    const text = /order \d+\?/.exec(first.textContent)[0];
    const begin = performance.now();
    first.click();
    return (await painted(() => logHas(text))) - begin;
  }, row);
  const next = [];
  for (let at = 1; at < 6; at++) {
    next.push(
      await page.evaluate(
        async ({ row, at }) => {
          const text = /order \d+\?/.exec(document.querySelectorAll(row)[at].textContent)[0];
          const begin = performance.now();
          document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { key: "j", code: "KeyJ", bubbles: true }),
          );
          return (await painted(() => logHas(text))) - begin;
        },
        { row, at },
      ),
    );
  }
  await page.close();
  return { open, chat, next: median(next) };
}

/** Has a customer write while their chat is open; returns how long each message takes from sending until it is painted. */
async function measureMessages(context, pulsen) {
  const chat = await openChat(pulsen.url);
  const page = await context.newPage();
  await page.goto(`${pulsen.url}/staff/inbox/${chat.id}`);
  await page.locator("[role=log]").waitFor({ state: "attached" });
  const delays = [];
  for (let at = 0; at < messages; at++) {
    const text = `Message ${at} of the customer.`;
    const seen = page.evaluate(
      async (text) => performance.timeOrigin + (await painted(() => logHas(text))),
      text,
    );
    const begin = Date.now();
    await write(pulsen.url, chat, text);
    delays.push((await seen) - begin);
  }
  await page.close();
  return delays;
}

/** Changes so many chats a second while the inbox is open. */
async function measureChanges(context, pulsen) {
  const opened = await Promise.all(Array.from({ length: 20 }, () => openChat(pulsen.url)));
  const page = await context.newPage();
  await page.goto(`${pulsen.url}/staff/inbox?view=all`);
  await page.locator(PAGES.console.row).first().waitFor();
  const session = await context.newCDPSession(page);
  const before = await heapMib(session);
  await page.evaluate(() => {
    window.longest = 0;
  });
  const begin = performance.now();
  const sent = [];
  for (let at = 0; at < seconds * CHANGES_PER_SECOND; at++) {
    const due = begin + (at * 1_000) / CHANGES_PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    sent.push(write(pulsen.url, opened[at % opened.length], `Change ${at}`));
  }
  await Promise.all(sent);
  await page
    .getByText(`Change ${sent.length - 1}`)
    .first()
    .waitFor();
  const longest = await page.evaluate(() => window.longest);
  const growth = (await heapMib(session)) - before;
  await page.close();
  return { longest, growth };
}

async function write(url, { id, token }, body) {
  const response = await fetch(`${url}/v1/feedbacks/${id}/chat_messages`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-chat-token": token },
    body: JSON.stringify({ body }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
}

async function heapMib(session) {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 2 ** 20;
}

function print(times, delays, { longest, growth }) {
  const middle = (name, what) => median(times[name].map((round) => round[what]));
  const row = (title, what) => {
    const [own, plain] = [middle("console", what), middle("plain", what)];
    return [title, own.toFixed(0), plain.toFixed(0), (own / plain).toFixed(2)];
  };
  printTable([
    [`${chats} chats, ms, median of ${rounds}`, "console", "plain React", "ratio"],
    row("the inbox opens", "open"),
    row("a chat opens", "chat"),
    row("the next chat, by key", "next"),
  ]);
  console.log();
  printGoals([
    { name: "the inbox opens", value: middle("console", "open"), goal: GOALS.open, unit: "ms" },
    { name: "a chat opens", value: middle("console", "chat"), goal: GOALS.chat, unit: "ms" },
    { name: "the next chat, by key", value: middle("console", "next"), goal: GOALS.next, unit: "ms" },
    {
      name: "a customer's message on the screen, p95",
      value: percentile(delays, 0.95),
      goal: GOALS.message,
      unit: "ms",
    },
    {
      name: `longest task during ${CHANGES_PER_SECOND} changes a second for ${seconds} s`,
      value: longest,
      goal: GOALS.task,
      unit: "ms",
    },
    { name: "heap afterwards, more than before", value: growth, goal: FLAT_MIB, unit: "MiB" },
  ]);
}

function printResults(measured) {
  printTable([
    [
      `results of ${millions} million feedbacks, ms`,
      "figures",
      "then a trend",
      "of it the summary of the server",
    ],
    ...Object.entries(measured).map(([name, times]) => [
      name,
      ...[times.figures, times.trend, times.summary].map((time) => time.toFixed(0)),
    ]),
  ]);
  console.log();
  const slowest = Math.max(...Object.values(measured).map(({ figures, trend }) => figures + trend));
  printGoals([
    { name: "figures and a trend, the slowest filter", value: slowest, goal: GOALS.results, unit: "ms" },
  ]);
}
