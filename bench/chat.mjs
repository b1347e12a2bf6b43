// Measures the chat: how long a message takes from its sender to the recipient, alone, beside 2,000 idle sockets and over two
// servers; what an idle socket costs, and what that consists of; what an event costs in a short and in a long chat; how many messages
// are stored; how long the inbox of staff takes with 100,000 chats and a million messages.
//
// All run on this machine: the figures are the server's, including its commit to disk, without a network. Two servers need
// PostgreSQL and Redis: `.ci/with-postgres --durable .ci/with-redis node bench/chat.mjs`.
// Options: --messages 300, --sockets 2000, --seconds 4, --chats 100000.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { connectIdle, connectPlain, connectSockets, longChat, openChat } from "./chat/chats.mjs";
import { seedChats, timeInbox } from "./chat/inbox.mjs";
import { timeMessages } from "./chat/latency.mjs";
import { sendMessages } from "./chat/load.mjs";
import { startParsing } from "./ingest/servers.mjs";
import { feedback } from "./ingest/survey.mjs";
import { startPulsen } from "./server.mjs";
import { median, percentile, printGoals, printTable } from "./stats.mjs";

const GOAL_P99_MS = 10;
const GOAL_SOCKET_KIB = 20;
/** Whatever the number of chats. */
const GOAL_LIST_MS = 50;
/** What somebody waits for a word that every message has. */
const GOAL_SEARCH_MS = 5_000;
/** An event costs the same in a long chat: what a machine's other work may add. */
const GOAL_LONG_CHAT = 1.25;
const SHORT = 10;
const LONG = 5_000;
const CONNECTIONS = 64;

const { values: options } = parseArgs({
  options: {
    messages: { type: "string", default: "300" },
    sockets: { type: "string", default: "2000" },
    seconds: { type: "string", default: "4" },
    chats: { type: "string", default: "100000" },
  },
});
const messages = Number(options.messages);
const sockets = Number(options.sockets);
const postgres = process.env.PULSEN_TEST_POSTGRES;
const redis = process.env.PULSEN_TEST_REDIS;
const rows = [];
const goals = [];

await measureOneServer();
await measureMemory();
await measureInbox();
if (postgres && redis) {
  await measureTwoServers();
  await measureInbox(postgres);
} else
  console.log(
    "Two servers and the inbox on PostgreSQL are left out: they need .ci/with-postgres --durable .ci/with-redis.\n",
  );
printTable([[`${messages} messages each, ms`, "p50", "p99", "max"], ...rows]);
console.log();
printGoals(goals);

async function measureOneServer() {
  const pulsen = await startPulsen(["--rate-limit", "off"]);
  try {
    const staffToken = pulsen.staffToken();
    const alone = await measure("alone", pulsen.url, pulsen.url, staffToken);
    goals.push({ name: "staff to visitor, alone, p99", value: alone, goal: GOAL_P99_MS, unit: "ms" });
    await measureEvents(pulsen, staffToken);
    await measureThroughput(pulsen);
    const idle = await connectIdle(pulsen.url, sockets);
    await measure(`beside ${sockets} idle sockets`, pulsen.url, pulsen.url, staffToken);
    idle.close();
  } finally {
    await pulsen.stop();
  }
}

/** What a socket costs that follows a chat, beyond one that follows nothing and beyond a mere connection; on servers of their own. */
async function measureMemory() {
  const kinds = {
    "a connection": connectPlain,
    "a socket": connectSockets,
    "a socket that follows a chat": connectIdle,
  };
  for (const [name, open] of Object.entries(kinds)) {
    const pulsen = await startPulsen(["--rate-limit", "off"]);
    try {
      // What the first ones bring with them is no part of each.
      const warm = await open(pulsen.url, sockets / 10);
      const before = pulsen.residentBytes();
      const opened = await open(pulsen.url, sockets);
      const value = (pulsen.residentBytes() - before) / sockets / 1024;
      console.log(`memory of ${name}: ${value.toFixed(1)} KiB`);
      if (open === connectIdle) {
        goals.push({
          name: `memory of an idle socket (${sockets})`,
          value,
          goal: GOAL_SOCKET_KIB,
          unit: "KiB",
        });
      }
      opened.close();
      warm.close();
    } finally {
      await pulsen.stop();
    }
  }
  console.log();
}

/** On SQLite, or on the PostgreSQL at an address. */
async function measureInbox(postgres) {
  const chats = Number(options.chats);
  const settings = ["--rate-limit", "off", ...(postgres ? ["--database", postgres] : [])];
  const pulsen = await startPulsen(settings, { database: postgres });
  try {
    const name = postgres ? "PostgreSQL" : "SQLite";
    const seconds = await seedChats(pulsen.url, pulsen.database, chats);
    console.log(`${chats} chats with 10 messages each on ${name}, after ${seconds.toFixed(0)} s of writing`);
    const times = await timeInbox(pulsen.url, pulsen.staffToken(), chats);
    const table = times.map(([way, ...spread]) => [way, ...spread.map((time) => time.toFixed(1))]);
    printTable([["the inbox, 50 items, ms", "p50", "p99", "max"], ...table]);
    console.log();
    const isSearch = ([way]) => way.startsWith("text:");
    const slowest = (ways) => Math.max(...ways.map(([, median]) => median));
    const lists = slowest(times.filter((way) => !isSearch(way)));
    const searches = slowest(times.filter(isSearch));
    goals.push({
      name: `${name}: the slowest list of the inbox, p50`,
      value: lists,
      goal: GOAL_LIST_MS,
      unit: "ms",
    });
    goals.push({
      name: `${name}: the slowest search, p50`,
      value: searches,
      goal: GOAL_SEARCH_MS,
      unit: "ms",
    });
  } finally {
    await pulsen.stop();
  }
}

async function measureTwoServers() {
  const settings = ["--rate-limit", "off", "--database", postgres, "--redis", redis];
  const one = await startPulsen(settings, { database: postgres });
  const other = await startPulsen(settings, { database: postgres });
  try {
    const staffToken = one.staffToken();
    await measure("PostgreSQL, one server", one.url, one.url, staffToken);
    await measure("PostgreSQL, over two servers", one.url, other.url, staffToken);
  } finally {
    await one.stop();
    await other.stop();
  }
}

/** Adds the times of both directions to the table; returns the 99th percentile of those to the visitor. */
async function measure(name, visitorUrl, staffUrl, staffToken) {
  const times = await timeMessages(visitorUrl, staffUrl, staffToken, messages);
  const spread = (numbers) =>
    [percentile(numbers, 0.5), percentile(numbers, 0.99), Math.max(...numbers)].map((time) =>
      time.toFixed(1),
    );
  rows.push([`${name}: visitor's POST until staff have it`, ...spread(times.toStaff)]);
  rows.push([`${name}: staff's POST until the visitor has it`, ...spread(times.toVisitor)]);
  rows.push([`${name}: staff's POST until its response`, ...spread(times.stored)]);
  return percentile(times.toVisitor, 0.99);
}

/** What an event costs the server, in a chat of few and of many messages. Turn by turn, so that other work affects both. */
async function measureEvents(pulsen, staffToken) {
  const chats = [];
  for (const length of [SHORT, LONG]) {
    chats.push({ length, cpu: [], chat: await longChat(pulsen.url, staffToken, length) });
  }
  for (let round = 0; round < 5; round++) {
    for (const { chat, cpu } of chats) {
      const before = pulsen.processorSeconds();
      for (let event = 0; event < messages; event++) await chat.exchange();
      cpu.push(((pulsen.processorSeconds() - before) * 1e6) / messages);
    }
  }
  const [short, long] = chats.map(({ cpu }) => median(cpu));
  for (const { length, chat } of chats) {
    console.log(`chat of ${length} messages: ${chat.eventBytes()} bytes for an event`);
    chat.close();
  }
  console.log(
    `CPU of the server for a message and its event: ${short.toFixed(0)} µs, ${long.toFixed(0)} µs\n`,
  );
  goals.push({ name: `event of a chat of ${LONG} ÷ of ${SHORT}`, value: long / short, goal: GOAL_LONG_CHAT });
}

/** How many messages are committed in a second, beside a server that reads feedback and stores nothing. */
async function measureThroughput(pulsen) {
  const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
  const root = fileURLToPath(new URL("..", import.meta.url));
  const folders = ["release", "debug"].map((profile) => join(root, "target", profile));
  // Of the same build as the server, if there is one.
  if (process.env.PULSEN_BIN) folders.unshift(dirname(process.env.PULSEN_BIN));
  const parseOnly = folders.map((folder) => join(folder, "parse_only")).find(existsSync);
  if (!parseOnly) {
    throw new Error(
      "The server to compare with is missing: cargo build --release -p backend --features bench --bin parse_only",
    );
  }
  const parsing = await startParsing({ parseOnly }, folder);
  const chats = await Promise.all(Array.from({ length: CONNECTIONS }, () => openChat(pulsen.url)));
  const stored = [];
  const parsed = [];
  const seconds = Number(options.seconds);
  for (let round = 0; round < 3; round++) {
    const request = (index) => chats[index].messageRequest();
    stored.push(await sendMessages(new URL(pulsen.url).host, CONNECTIONS, seconds, request));
    const body = () => ({ path: "/v1/feedbacks", headers: {}, body: feedback() });
    parsed.push(await sendMessages(parsing.address, CONNECTIONS, seconds, body));
  }
  await parsing.stop();
  rmSync(folder, { recursive: true, force: true });
  const ratio = (median(stored) / median(parsed)).toFixed(2);
  console.log(
    `${median(stored).toFixed(0)} durable messages per second at ${CONNECTIONS} connections, ${ratio} of a server that only reads feedback\n`,
  );
}
