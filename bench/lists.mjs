// Measures how long the staff list of feedback takes with 1 and with 10 million feedbacks: it should take the same.
//
// The rows are written straight into the database, since sending as many would take an hour. They are in the order in
// which a server writes them. 10 million take some 8 GB and several minutes; `--millions 1` measures less.
// With PULSEN_TEST_POSTGRES (.ci/with-postgres) PostgreSQL is measured instead of SQLite.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createStaffToken, importRecords, startServer } from "pulsen-loader/e2e/server";
import { NODE_ID, writeRecords } from "./ingest/survey.mjs";
import { percentile, printTable } from "./stats.mjs";

const MILLION = 1_000_000;
const REPEATS = 200;
const BEGIN_MS = Date.UTC(2026, 0, 1);
/** Of so many feedbacks one belongs to the rare node, and one is partial. Neither occurs at random. */
const RARE = 10_007;
const PARTIAL = 100_003;
const RARE_NODE = "rare-node";

const { values } = parseArgs({ options: { millions: { type: "string", default: "1,10" } } });
const sizes = values.millions.split(",").map((millions) => Number(millions) * MILLION);
const pulsen = process.env.PULSEN_BIN ?? fileURLToPath(new URL("../target/release/pulsen", import.meta.url));
if (!existsSync(pulsen)) throw new Error(`${pulsen} does not exist: run \`make build\`.`);
const postgres = process.env.PULSEN_TEST_POSTGRES;
const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
const data = join(folder, "data");
const database = postgres ? { PULSEN_DATABASE: postgres } : {};
Object.assign(process.env, database);
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  importRecords(pulsen, writeRecords(folder, [NODE_ID, RARE_NODE]), data);
  const token = createStaffToken(pulsen, "bench", data);
  const columns = [];
  let stored = 0;
  for (const size of sizes) {
    const begin = performance.now();
    seed(stored + 1, size);
    stored = size;
    console.log(
      `${size / MILLION} million feedbacks after ${((performance.now() - begin) / 1000).toFixed(0)} s of writing`,
    );
    columns.push(await measure(token, size));
  }
  const lists = Object.keys(columns[0]);
  console.log();
  printTable([
    [
      `${postgres ? "PostgreSQL" : "SQLite"}, 50 items, ms`,
      ...sizes.flatMap((size) => [`p50 at ${size / MILLION} M`, "p99"]),
    ],
    ...lists.map((list) => [
      list,
      ...columns.flatMap((column) => column[list].map((time) => time.toFixed(1))),
    ]),
  ]);
}

/** Returns p50 and p99 of each list. */
async function measure(token, size) {
  const settings = { env: { PULSEN_LOG: "warn" }, stderr: "inherit" };
  const { child, port } = await startServer(pulsen, ["--data", data, "--rate-limit", "off"], settings);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  try {
    const lists = {
      "the newest": "",
      "after half of them": `after=${size / 2}`,
      "after all but the last page": "after=60",
      "of a node": `node_id=${NODE_ID}`,
      "of a node with 1 in 10,000": `node_id=${RARE_NODE}`,
      "partial, 1 in 100,000": "status=partial",
      "partial, of a node": `status=partial&node_id=${NODE_ID}`,
      "partial, of a node with none": `status=partial&node_id=${RARE_NODE}`,
      "complete, of a node with 1 in 10,000": `status=complete&node_id=${RARE_NODE}`,
      "changed since half of them": `updated_since=${BEGIN_MS + size / 2}`,
      "changed ever, of a node with 1 in 10,000": `updated_since=0&node_id=${RARE_NODE}`,
    };
    const results = {};
    for (const [name, query] of Object.entries(lists)) {
      results[name] = await time(`http://127.0.0.1:${port}/v1/staff/feedbacks?${query}`, token);
    }
    return results;
  } finally {
    child.kill();
    await exited;
  }
}

async function time(url, token) {
  const times = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const begin = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} for ${url}: ${text}`);
    times.push(performance.now() - begin);
  }
  return [percentile(times, 0.5), percentile(times, 0.99)];
}

/** Adds the feedbacks with these numbers. */
function seed(from, to) {
  const [numbers, id, no] = postgres
    ? [`generate_series(${from}, ${to}) AS numbers (number)`, "lpad(to_hex(number), 32, '0')", "FALSE"]
    : ["numbers", "printf('%032x', number)", "0"];
  const series = `WITH RECURSIVE numbers (number) AS (SELECT ${from} UNION ALL SELECT number + 1 FROM numbers WHERE number < ${to})`;
  const isPartial = `number % ${PARTIAL} = 0`;
  const insert = `${postgres ? "" : series}
    INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, created_offline,
      time_spent_in_seconds, received_at, updated_at, completed_at, responses)
    SELECT ${id}, CASE WHEN ${isPartial} THEN 'partial' ELSE 'complete' END, ${id},
      CASE WHEN number % ${RARE} = 0 THEN '${RARE_NODE}' ELSE '${NODE_ID}' END, 'bench-flow', 1, ${no}, 30,
      ${BEGIN_MS} + number, ${BEGIN_MS} + number, CASE WHEN ${isPartial} THEN NULL ELSE ${BEGIN_MS} + number END,
      '[{"question_id":"visit-rating","option_id":"visit-rating-good"},{"question_id":"visit-comment","body":"Short queue"}]'
    FROM ${numbers};`;
  if (postgres) {
    const psql = join(process.env.PULSEN_TEST_POSTGRES_BIN, "psql");
    execFileSync(psql, [postgres, "-qc", insert, "-c", "VACUUM ANALYZE feedbacks"], { stdio: "inherit" });
    return;
  }
  // Nothing else reads the database, and it is thrown away if this fails.
  const pragmas = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000;";
  execFileSync("sqlite3", [join(data, "pulsen.db"), `${pragmas} ${insert}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}
