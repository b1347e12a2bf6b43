import { median, printTable } from "../stats.mjs";
import { contentFrame, LAUNCHER_CENTER, questionIn, withPage } from "./browser.mjs";

/**
 * Measures the load of the host's main thread with each kind of page, and prints it. None of Playwright's code may run
 * on it.
 *
 * @param kinds the first one is the page that nothing is added to.
 * @returns the medians by kind, as differences from the first.
 */
export async function compareMainThreads(browser, kinds, rounds) {
  const measured = new Map(kinds.map((kind) => [kind, []]));
  for (let round = -1; round < rounds; round++) {
    // In turn, so that other load on the machine affects all kinds.
    for (const kind of kinds) {
      const cost = await withPage(browser, (page) => mainThreadCost(page, kind));
      // The first round is a warm-up.
      if (round >= 0) measured.get(kind).push(cost);
    }
  }
  const medianOf = (kind, metric) => median(measured.get(kind).map((cost) => cost[metric]));
  const results = kinds.map((kind) => ({
    name: kind.name,
    script: medianOf(kind, "script") - medianOf(kinds[0], "script"),
    task: medianOf(kind, "task") - medianOf(kinds[0], "task"),
    longest: medianOf(kind, "longest"),
    shift: Math.max(...measured.get(kind).map(({ shift }) => shift)),
  }));
  printTable([
    [
      `added to the host's main thread, ms of CPU (median of ${rounds})`,
      "script",
      "all tasks",
      "longest long task",
      "CLS",
    ],
    ...results.map(({ name, script, task, longest, shift }) => [
      name,
      script.toFixed(1),
      task.toFixed(1),
      longest ? longest.toFixed(0) : "none",
      shift.toFixed(3),
    ]),
  ]);
  return results;
}

async function mainThreadCost(page, kind) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(kind.url, { waitUntil: "networkidle" });
  if (kind.opens) {
    await page.mouse.click(...LAUNCHER_CENTER);
    await questionIn(await contentFrame(page));
  }
  const { metrics } = await session.send("Performance.getMetrics");
  const ms = (name) => metrics.find((metric) => metric.name === name).value * 1000;
  const cost = { script: ms("ScriptDuration"), task: ms("TaskDuration") };
  const { longTasks, shift } = await page.evaluate(() => globalThis.seen);
  // Fails if the figures are low because the launcher is missing.
  if (kind.launcher && !(await page.locator(kind.launcher).count()))
    throw new Error(`${kind.name}: there is no launcher.`);
  return { ...cost, longest: Math.max(0, ...longTasks), shift };
}
