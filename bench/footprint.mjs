// Measures what the server takes before anybody comes: the size of the program, the time from its start until it answers, and the
// memory at rest, with the demo's records and after one page.
// Options: --rounds 10.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { importRecords } from "pulsen-loader/e2e/server";
import { measureProcess } from "./process.mjs";
import { median, printTable } from "./stats.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PROGRAM = process.env.PULSEN_BIN ?? `${ROOT}target/release/pulsen`;
const MIB = 1024 * 1024;

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "10" } } });
const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
try {
  importRecords(PROGRAM, `${ROOT}examples`, folder);
  const rounds = [];
  for (let round = 0; round < Number(options.rounds); round++) rounds.push(await measure());
  const middle = (name) => median(rounds.map((round) => round[name]));
  printTable([
    [execFileSync(PROGRAM, ["--version"], { encoding: "utf8" }).trim(), `median of ${options.rounds}`],
    ["size of the program, MiB", (statSync(PROGRAM).size / MIB).toFixed(1)],
    ["from start to the first answer, ms", middle("startMs").toFixed(0)],
    ["memory at rest, MiB", (middle("restBytes") / MIB).toFixed(1)],
    ["memory after the first page, MiB", (middle("pageBytes") / MIB).toFixed(1)],
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const began = performance.now();
  const child = spawn(PROGRAM, ["serve", "--listen", "127.0.0.1:0", "--data", folder], {
    env: { ...process.env, PULSEN_LOG: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    return await measureServer(child, began);
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
}

async function measureServer(child, began) {
  const [line] = await once(child.stdout, "data");
  const address = /^listening on (\S+)/.exec(line)[1];
  const answered = async (path) => {
    const response = await fetch(`${address}${path}`);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    await response.text();
  };
  await answered("/readyz");
  const startMs = performance.now() - began;
  const measured = measureProcess(child.pid);
  const restBytes = measured.residentBytes();
  await answered("/feedback?node_id=demo-node");
  const pageBytes = measured.residentBytes();
  return { startMs, restBytes, pageBytes };
}
