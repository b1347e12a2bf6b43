// Measures what staff wait for with a million feedbacks: their index, lists, summaries, trends, exports (docs/results.md), on SQLite.
//
// All but the last rows and their index are written straight into the database (results/fill.mjs); the server indexes the rest.
// Exports are compared with what SQLite's own program takes for CSV of the same rows, in the same run.
// Options: --millions 1, --repeats 50, --only lists,summaries,trends,exports.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createStaffToken, importRecords, startServer } from "pulsen-loader/e2e/server";
import { FLOW, fill, writeRecords } from "./results/fill.mjs";
import { percentile, printGoals, printTable } from "./stats.mjs";

/** One part of a list with fewer feedbacks than that is read completely. */
const DEEP = 1_000;
/** Feedbacks that the server indexes, and most that are exported. */
const INDEXED = 50_000;
const EXPORTED = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const { values: options } = parseArgs({
  options: {
    millions: { type: "string", default: "1" },
    repeats: { type: "string", default: "50" },
    only: { type: "string", default: "lists,summaries,trends,exports" },
  },
});
const size = Math.round(Number(options.millions) * 1_000_000);
const indexed = Math.min(INDEXED, Math.round(size / 10));
const ALL_DIMENSIONS = `flow_id=${FLOW}&node_id=node-3&language_id=tr&status=complete&verified=true`;
const parts = options.only.split(",");
const pulsen = process.env.PULSEN_BIN ?? fileURLToPath(new URL("../target/release/pulsen", import.meta.url));
if (!existsSync(pulsen)) throw new Error(`${pulsen} does not exist: run \`make build\`.`);
const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
const data = join(folder, "data");
try {
  importRecords(pulsen, writeRecords(join(folder, "records")), data);
  const token = createStaffToken(pulsen, "bench", data);
  const begin = performance.now();
  fill(join(data, "pulsen.db"), size, indexed);
  console.log(`writing ${size} feedbacks: ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  const settings = { env: { PULSEN_LOG: "error" }, stderr: "inherit" };
  const { child, port } = await startServer(pulsen, ["--data", data, "--rate-limit", "off"], settings);
  const exited = once(child, "exit");
  try {
    await measure(child.pid, (path) => get(`http://127.0.0.1:${port}/v1/staff/${path}`, token));
  } finally {
    child.kill();
    await exited;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(pid, ask) {
  const begin = performance.now();
  let state = {};
  do {
    await new Promise((resolve) => setTimeout(resolve, 500));
    state = await ask("feedbacks?limit=1").then((answer) => answer.json());
  } while (state.is_index_behind);
  const seconds = (performance.now() - begin) / 1000;
  console.log(
    `${indexed} indexed in ${seconds.toFixed(0)} s, ${(indexed / seconds).toFixed(0)} a second, resting half of the time\n`,
  );
  await compareSummaries(ask);
  if (parts.includes("lists")) await measureLists(ask);
  if (parts.includes("summaries")) await measureSummaries(ask);
  if (parts.includes("trends")) await measureTrends(ask);
  if (parts.includes("exports")) await measureExports(pid, ask);
}

async function measureTrends(ask) {
  const rows = [["trend of a scale, ms", "first", "then, p50", "p99"]];
  for (const [name, query] of [
    ["by day, of a year", "by=day"],
    ["by month, of a year", "by=month"],
    ["by month in Istanbul, of a year", "by=month&time_zone=Europe/Istanbul"],
    [
      "by day in Istanbul, of a month",
      "by=day&time_zone=Europe/Istanbul&received_from=2026-02-01&received_to=2026-03-01",
    ],
    ["by day, of those with an option (the newest 200,000)", "by=day&question_id=reasons&option_id=price"],
  ]) {
    const time = query.includes("received_from") ? "" : "&received_from=2026-01-01&received_to=2027-01-01";
    const path = `flows/${FLOW}/questions/recommend/trend?${query}${time}`;
    const [first] = await repeat(() => ask(path), 1);
    const [p50, p99] = await repeat(() => ask(path), 5);
    rows.push([name, ...[first, p50, p99].map((time) => time.toFixed(0))]);
  }
  printTable(rows);
  console.log();
}

/** Asserts that what was written into the index is what the server counts feedback by feedback. */
async function compareSummaries(ask) {
  const summary = async (query) => {
    const of = "node_id=node-3&received_from=2026-02-03&received_to=2026-02-04";
    return (await ask(`flows/${FLOW}/summary?${of}&${query}`)).json();
  };
  const counted = await summary("created_from=2000-01-01");
  assert.ok(counted.is_complete && counted.complete > 0);
  assert.deepEqual(await summary(""), counted);
  const all = await (await ask(`flows/${FLOW}/summary`)).json();
  assert.equal(all.complete + all.partial, size);
}

async function measureLists(ask) {
  const rows = [["50 items, ms", "first part, p50", "p99", "deep, p50", "p99", "total, p50"]];
  for (const [name, query] of [
    ["all", ""],
    ["of a node", "node_id=node-3"],
    ["complete, of a node", "node_id=node-3&status=complete"],
    ["of a flow", `flow_id=${FLOW}`],
    ["of flow, language, status, verified", `flow_id=${FLOW}&language_id=tr&status=complete&verified=true`],
    ["of these, of a node in a month", `${ALL_DIMENSIONS}&received_from=2026-02-01&received_to=2026-03-01`],
    ["with an option", "question_id=reasons&option_id=price"],
    ["with an option, 1 in 10,000", "question_id=reasons&option_id=rare"],
    ["with a number", "question_id=recommend&at_least=3&at_most=3"],
    ["with a number in bounds", "question_id=recommend&at_most=6"],
    ["with a word", "text=counter"],
    ["with a word, 1 in 10,000", "text=hedgehog"],
    ["with a word, of a node", "text=counter&node_id=node-3"],
    ["with an option, in a language", "question_id=reasons&option_id=price&language_id=tr"],
    ["of a month", "received_from=2026-02-01&received_to=2026-03-01"],
    ["in an unused language", "language_id=xx"],
  ]) {
    const first = await repeat(() => ask(`feedbacks?${query}`));
    const deep = await repeat(() => ask(`feedbacks?${query}&after=${DEEP}`));
    const [alone] = await repeat(() => ask(`feedbacks?${query}&limit=1`), 10);
    const [counted] = await repeat(() => ask(`feedbacks?${query}&limit=1&total=true`), 10);
    rows.push(
      [name, ...first, ...deep, counted - alone].map((cell) =>
        typeof cell === "number" ? cell.toFixed(1) : cell,
      ),
    );
  }
  printTable(rows);
  console.log();
}

async function measureSummaries(ask) {
  const rows = [["summary, ms", "first", "then, p50", "p99"]];
  const goals = [];
  for (const [name, query] of [
    ["of everything", ""],
    ["of a node", "node_id=node-3"],
    ["of a month", "received_from=2026-02-01&received_to=2026-03-01"],
    ["of eleven months", "received_from=2026-01-15&received_to=2026-12-15"],
    // No range has more days outside its whole months.
    ["of a year but for two days", "received_from=2026-01-02&received_to=2026-12-31"],
    ["of all dimensions, in a month", `${ALL_DIMENSIONS}&received_from=2026-02-01&received_to=2026-03-01`],
    ["of those with an option (the newest 20,000)", "question_id=reasons&option_id=price"],
  ]) {
    const path = `flows/${FLOW}/summary?${query}`;
    const [first] = await repeat(() => ask(path), 1);
    const [p50, p99] = await repeat(() => ask(path), 10);
    rows.push([name, ...[first, p50, p99].map((time) => time.toFixed(0))]);
    // What the roll-ups do not serve is counted one by one.
    if (!query.includes("question_id"))
      goals.push({ name: `second summary ${name}`, value: p50, goal: 1000, unit: "ms" });
  }
  printTable(rows);
  console.log();
  printGoals(goals);
  console.log();
}

async function measureExports(pid, ask) {
  const before = highWater(pid);
  const from = exportedFrom();
  const own = await sqlite(from);
  const rows = [
    ["export", "rows/s", "÷ sqlite3 -csv", "MB"],
    [`sqlite3 -csv, ${own.count} rows`, own.rate.toFixed(0), "1.00", own.megabytes],
  ];
  for (const format of ["csv", "ndjson", "parquet"]) {
    const begin = performance.now();
    const response = await ask(`feedbacks/export?format=${format}&flow_id=${FLOW}&received_from=${from}`);
    let [bytes, lines] = [0, 0];
    for await (const chunk of response.body) {
      bytes += chunk.length;
      if (format === "ndjson") for (const byte of chunk) lines += byte === 10;
    }
    if (format === "ndjson") assert.equal(lines, own.count);
    const rate = own.count / ((performance.now() - begin) / 1000);
    rows.push([format, rate.toFixed(0), (rate / own.rate).toFixed(2), (bytes / 1e6).toFixed(0)]);
  }
  printTable(rows);
  const megabytes = (bytes) => (bytes / 1e6).toFixed(0);
  console.log(
    `\nmost memory of the server: ${megabytes(before)} MB before, ${megabytes(highWater(pid))} MB after`,
  );
}

/** Returns the first of the last days that have so many feedbacks as are exported. */
function exportedFrom() {
  const share = Math.min(1, EXPORTED / size);
  return new Date(Date.UTC(2026, 0, 1) + Math.ceil(365 * (1 - share)) * DAY_MS).toISOString();
}

/** Has SQLite's own program print the same rows. */
async function sqlite(from) {
  const begin = performance.now();
  // By its number, which needs no look at the rest.
  const first = `(SELECT MIN(first_seq) FROM result_groups WHERE span = 'day' AND first_day >= ${Date.parse(from) / DAY_MS})`;
  const select = `SELECT * FROM feedbacks WHERE seq >= ${first} ORDER BY seq DESC`;
  const child = spawn("sqlite3", ["-csv", join(data, "pulsen.db"), select], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let [bytes, count] = [0, 0];
  for await (const chunk of child.stdout) {
    bytes += chunk.length;
    for (const byte of chunk) count += byte === 10;
  }
  return {
    count,
    rate: count / ((performance.now() - begin) / 1000),
    megabytes: (bytes / 1e6).toFixed(0),
  };
}

function highWater(pid) {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) * 1024;
}

async function repeat(request, repeats = Number(options.repeats)) {
  const times = [];
  for (let round = 0; round < repeats; round++) {
    const begin = performance.now();
    await (await request()).arrayBuffer();
    times.push(performance.now() - begin);
  }
  return [percentile(times, 0.5), percentile(times, 0.99)];
}

async function get(url, token) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${response.status} for ${url}: ${await response.text()}`);
  return response;
}
