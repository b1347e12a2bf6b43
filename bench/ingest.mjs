// Measures how fast feedback is stored, beside a server that only reads it.
//
// `pulsen` answers `POST /v1/feedbacks` after the engine has checked the answers and the commit is on disk. Its twin
// (backend/bench/parse_only.rs) is the same server with another handler for this route: it reads the body into the same
// types and stores nothing. The load takes turns between them, so that other work on this machine affects both. What is
// acknowledged is counted, and compared with what the database holds in the end.
//
// Two more servers store on SQLite, in the same rounds: one with metrics and a log line for each request, one with a webhook
// that is notified of each feedback. Their rates beside that of the plain one on SQLite show what that costs.
//
// With PULSEN_TEST_POSTGRES (.ci/with-postgres --durable) PostgreSQL is measured as well.
// Options: --rounds 5, --seconds 4 for each turn, --connections 256.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sendFor, sendOnce } from "./ingest/load.mjs";
import { startObserved, startParsing, startStoring, startStoringWithWebhook } from "./ingest/servers.mjs";
import { feedback } from "./ingest/survey.mjs";
import { median, printTable } from "./stats.mjs";

const GOALS = { SQLite: 0.7, PostgreSQL: 0.6 };
const OBSERVED = "SQLite, observed";
/** Share of the rate of the plain server on SQLite. */
const OBSERVED_GOAL = 0.97;
/** As many requests wait for the writer in the measurement of memory; 2,048 may be under way. */
const QUEUED = 2_000;
/** The writer waits for a lock for 1 s before it refuses what waits. All requests are queued before that. */
const QUEUED_AFTER_MS = 700;

const COUNT = "SELECT COUNT(*) FROM feedbacks";
const COUNT_TOLD = "SELECT COUNT(*) FROM webhook_deliveries";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "4" },
    connections: { type: "string", default: "256" },
  },
});
const programs = findPrograms();
const postgres = process.env.PULSEN_TEST_POSTGRES;
const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
const body = join(folder, "body.json");
writeFileSync(body, JSON.stringify(feedback()));
const running = [];
try {
  await measureThroughput();
  await measureMemory();
} finally {
  for (const server of running) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureThroughput() {
  const servers = [{ name: "parse only", ...(await keep(startParsing(programs, subfolder("parsing")))) }];
  const sqlite = subfolder("sqlite");
  servers.push({
    name: "SQLite",
    ...(await keep(startStoring(programs, sqlite))),
    stored: () => execFileSync("sqlite3", [join(sqlite, "data/pulsen.db"), COUNT]),
  });
  const observed = subfolder("observed");
  servers.push({
    name: OBSERVED,
    ...(await keep(startObserved(programs, observed))),
    stored: () => execFileSync("sqlite3", [join(observed, "data/pulsen.db"), COUNT]),
  });
  const withWebhook = subfolder("webhook");
  servers.push({
    name: "SQLite, webhook",
    ...(await keep(startStoringWithWebhook(programs, withWebhook))),
    stored: () => execFileSync("sqlite3", [join(withWebhook, "data/pulsen.db"), COUNT]),
    told: () => execFileSync("sqlite3", [join(withWebhook, "data/pulsen.db"), COUNT_TOLD]),
  });
  if (postgres) {
    servers.push({
      name: "PostgreSQL",
      ...(await keep(startStoring(programs, subfolder("postgres"), postgres))),
      stored: () =>
        execFileSync(join(process.env.PULSEN_TEST_POSTGRES_BIN, "psql"), [postgres, "-Atc", COUNT]),
    });
  } else {
    console.log("PostgreSQL is left out: run this with `.ci/with-postgres --durable`.\n");
  }
  for (const server of servers)
    Object.assign(server, { rates: [], p50: [], p99: [], cpu: [], acknowledged: 0, errors: 0 });
  // The first round warms up.
  for (let round = -1; round < Number(options.rounds); round++) {
    // Each begins a round as often as the others.
    servers.push(servers.shift());
    for (const server of servers) await takeTurn(server, round >= 0);
  }
  const order = ["parse only", "SQLite", OBSERVED, "SQLite, webhook", "PostgreSQL"];
  servers.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  printThroughput(servers);
  for (const server of servers.splice(0)) await server.stop();
  running.length = 0;
}

async function takeTurn(server, counts) {
  const before = server.processorSeconds();
  const turn = await sendFor(options.seconds, {
    ...programs,
    address: server.address,
    body,
    connections: options.connections,
  });
  server.acknowledged += turn.acknowledged;
  server.errors += turn.errors;
  if (!counts) return;
  server.rates.push(turn.acknowledged / turn.seconds);
  server.p50.push(turn.p50);
  server.p99.push(turn.p99);
  server.cpu.push(((server.processorSeconds() - before) * 1e6) / turn.acknowledged);
}

function printThroughput(servers) {
  const [parsing] = servers;
  const figure = (numbers, digits) => median(numbers).toFixed(digits);
  const ratio = (server) => median(server.rates.map((rate, round) => rate / parsing.rates[round]));
  printTable([
    [
      `${options.connections} connections, medians of ${options.rounds} rounds`,
      "requests/s",
      "÷ parse only",
      "p50 ms",
      "p99 ms",
      "CPU µs",
      "errors",
    ],
    ...servers.map((server) => [
      server.name,
      figure(server.rates, 0),
      ratio(server).toFixed(2),
      figure(server.p50, 1),
      figure(server.p99, 1),
      figure(server.cpu, 0),
      server.errors,
    ]),
  ]);
  console.log(
    `\nA feedback has ${JSON.stringify(feedback()).length} bytes. CPU is that of the server for one request, without PostgreSQL's own.\n`,
  );
  for (const server of servers) {
    if (server.errors > 0) throw new Error(`${server.name}: ${server.errors} requests failed.`);
    if (!server.stored) continue;
    const stored = Number(server.stored());
    if (stored !== server.acknowledged) {
      throw new Error(`${server.name}: ${server.acknowledged} were acknowledged, ${stored} are stored.`);
    }
    if (server.name === OBSERVED) {
      printCostOfObservation(servers);
      continue;
    }
    if (server.told) {
      const told = Number(server.told());
      if (told !== stored) throw new Error(`${server.name}: ${stored} are stored, ${told} are told.`);
    }
    const goal = GOALS[server.name];
    if (goal === undefined) {
      const plain = servers.find(({ name }) => name === "SQLite");
      const cost = median(server.rates.map((rate, round) => rate / plain.rates[round]));
      console.log(
        `${server.name}: all ${stored} are stored and noted for it; ${cost.toFixed(2)} of the rate without it`,
      );
      continue;
    }
    const verdict = ratio(server) >= goal ? "met" : "MISSED";
    console.log(
      `${server.name}: all ${stored} acknowledged are stored; ${ratio(server).toFixed(2)}, goal at least ${goal}: ${verdict}`,
    );
  }
}

function printCostOfObservation(servers) {
  const [plain, observed] = ["SQLite", OBSERVED].map((name) =>
    servers.find((server) => server.name === name),
  );
  const ratio = median(observed.rates.map((rate, round) => rate / plain.rates[round]));
  const verdict = ratio >= OBSERVED_GOAL ? "met" : "MISSED";
  const processor = median(observed.cpu) / median(plain.cpu) - 1;
  console.log(
    `metrics and log: ${ratio.toFixed(3)} of the rate without, goal at least ${OBSERVED_GOAL}: ${verdict}; ${(100 * processor).toFixed(1)} % more processor time`,
  );
}

/**
 * How much the server grows while feedback waits for the writer: another process holds the write lock meanwhile. All that a
 * waiting request holds counts, also its connection's buffers. The connections themselves are open before.
 */
async function measureMemory() {
  const own = subfolder("memory");
  const server = await keep(startStoring(programs, own));
  // Loads the flow, which would count otherwise.
  await sendFor(1, { ...programs, address: server.address, body, connections: 1 });
  let [idle, waiting] = [0, 0];
  let lock;
  const outcome = await sendOnce({
    ...programs,
    address: server.address,
    body,
    connections: QUEUED,
    async beforeSending() {
      idle = server.residentBytes();
      lock = await lockDatabase(join(own, "data/pulsen.db"));
    },
    async sent() {
      const end = performance.now() + QUEUED_AFTER_MS;
      while (performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        waiting = Math.max(waiting, server.residentBytes());
      }
      lock.release();
    },
  });
  if (outcome.errors > 0) throw new Error(`${outcome.errors} of the queued requests failed.`);
  const bytes = Math.round((waiting - idle) / QUEUED);
  console.log(
    `memory for each of ${QUEUED} queued feedbacks: ${bytes} bytes, ${(bytes / JSON.stringify(feedback()).length).toFixed(1)} times its size`,
  );
}

/** Begins a transaction with the write lock, in another process. */
async function lockDatabase(path) {
  const child = spawn("sqlite3", [path], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write("BEGIN IMMEDIATE;\nSELECT 'locked';\n");
  await once(child.stdout, "data");
  return { release: () => child.stdin.end("COMMIT;\n") };
}

/** Waits for a server, and has it stopped in the end. */
async function keep(starting) {
  const server = await starting;
  running.push(server);
  return server;
}

function subfolder(name) {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

function findPrograms() {
  const pulsen =
    process.env.PULSEN_BIN ?? fileURLToPath(new URL("../target/release/pulsen", import.meta.url));
  const [client, parseOnly] = ["ingest_load", "parse_only"].map((name) => join(dirname(pulsen), name));
  for (const program of [pulsen, client, parseOnly]) {
    if (!existsSync(program))
      throw new Error(`${program} does not exist: run \`make build bench-programs\`.`);
  }
  return { pulsen, client, parseOnly };
}
