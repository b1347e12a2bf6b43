// Measures whether visitors notice a flood of attempts to sign in: how long a feedback takes, with and without it.
//
// The flood comes from as many addresses as it has attempts, each for another account, so no limit of one of them stops it: what
// is left is that the server checks one password of a stranger at a time, and refuses attempts beyond those that may wait for that. Turns with
// the flood and without it follow one another, so that other work on this machine affects both. All of it is on this machine, and
// ends by itself.
//
// Options: --rounds 5, --seconds 5 for each turn, --submissions 50 and --attempts 200 in a second.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { feedback, writeRecords } from "./ingest/survey.mjs";
import { atEnd, runBenchmark } from "./runBenchmark.mjs";
import { startPulsen } from "./server.mjs";
import { sendEvenly } from "./sign-in/sendEvenly.mjs";
import { median, percentile, printGoals, printTable } from "./stats.mjs";

const GOAL = 1.5;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "5" },
    submissions: { type: "string", default: "50" },
    attempts: { type: "string", default: "200" },
  },
});
const numbers = Object.entries(values).map(([name, value]) => [name, Number(value)]);
const { rounds, seconds, submissions, attempts } = Object.fromEntries(numbers);

await runBenchmark(async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  // The addresses of clients are those that the header of the proxy names.
  const options = ["--public-url", "https://feedback.example.com", "--trusted-proxies", "127.0.0.1"];
  const pulsen = await startPulsen(options, { records: writeRecords(folder) });
  atEnd(() => pulsen.stop());
  const turns = { quiet: [], flooded: [] };
  const answers = {};
  // The first round warms up.
  for (let round = -1; round < rounds; round++) {
    for (const turn of round % 2 ? ["quiet", "flooded"] : ["flooded", "quiet"]) {
      const flood = turn === "flooded" && startFlood(pulsen.url);
      const { times, statuses } = await submit(pulsen.url, round);
      if (flood) for (const [status, count] of Object.entries(await flood)) add(answers, status, count);
      const refused = Object.keys(statuses).filter((status) => status !== "200" && status !== "201");
      if (refused.length > 0) throw new Error(`Feedback was answered with ${refused}.`);
      if (round >= 0) turns[turn].push(times);
    }
  }
  print(turns, answers);
});

function submit(url, round) {
  const body = feedback();
  return sendEvenly(submissions, seconds, (number) => ({
    url: `${url}/v1/feedbacks`,
    client: number,
    body: JSON.stringify({ ...body, device_id: `device-${round}-${number}-${performance.now()}` }),
  }));
}

/** Tries to sign in for the length of a turn, on a thread of its own; returns how often each status was the answer. */
async function startFlood(url) {
  const worker = new Worker(new URL("./sign-in/flood.mjs", import.meta.url), {
    workerData: { url, attempts, seconds },
  });
  const [statuses] = await once(worker, "message");
  return statuses;
}

function print(turns, answers) {
  const row = (name, times) => [
    name,
    ...[0.5, 0.99].map((part) => median(times.map((turn) => percentile(turn, part))).toFixed(1)),
  ];
  printTable([
    [`${submissions} feedbacks/s, medians of ${rounds} rounds`, "p50 ms", "p99 ms"],
    row("without a flood", turns.quiet),
    row(`with ${attempts} attempts/s to sign in`, turns.flooded),
  ]);
  console.log(`\nAnswers to the attempts: ${JSON.stringify(answers)}`);
  const p99 = (times) => percentile(times, 0.99);
  const ratios = turns.flooded.map((times, round) => p99(times) / p99(turns.quiet[round]));
  printGoals([{ name: "p99 with the flood ÷ without it", value: median(ratios), goal: GOAL }]);
}

function add(counts, key, count) {
  counts[key] = (counts[key] ?? 0) + count;
}
