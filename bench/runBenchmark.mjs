import { fileURLToPath } from "node:url";

const tasks = [];

/** Has tasks performed when the benchmark has ended or failed, those that were named last first. */
export function atEnd(...added) {
  tasks.push(...added);
}

/** Runs a benchmark in the project's folder. */
export async function runBenchmark(main) {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  try {
    await main();
  } finally {
    for (const task of tasks.reverse()) await task();
  }
}
