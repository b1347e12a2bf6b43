// Measures the cost of an answer followed by "next" in native code, as on the server: runs the engine's own benchmark
// and compares its medians with the goals.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { printGoals } from "../stats.mjs";

const GOAL_US = 2;
const SIZES = [30, 300, 3000];
const UNITS = { ns: 1 / 1000, µs: 1, ms: 1000 };

const output = execFileSync(
  "cargo",
  ["bench", "--quiet", "-p", "engine", "--features", "native", "--bench", "answer_next"],
  {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  },
);
console.log(output.trim());
console.log();
printGoals(
  SIZES.map((size) => ({
    name: `step, ${size} questions`,
    value: medianOf("step", size),
    goal: GOAL_US,
    unit: "µs",
  })),
);

/** Returns the median in microseconds: the third column of the benchmark's table. */
function medianOf(name, size) {
  const rows = output.slice(output.search(new RegExp(`[├╰]─ ${name}\\s`)));
  const [, time, unit] = rows.match(new RegExp(`─ ${size} +(?:[\\d.]+ \\S+ +│ ){2}([\\d.]+) (\\S+)`)) ?? [];
  if (!(unit in UNITS)) throw new Error(`The benchmark's output has no median of ${name} at ${size}.`);
  return Number(time) * UNITS[unit];
}
