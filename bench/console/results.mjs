import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FLOW, fill, writeRecords } from "../results/fill.mjs";
import { atEnd } from "../runBenchmark.mjs";
import { startPulsen } from "../server.mjs";
import { median } from "../stats.mjs";
import { signIn } from "./signIn.mjs";

/** Filters that the roll-ups of the index serve, by what they choose. */
const FILTERS = {
  "everything of a year": "period=all",
  "of a month": "from=2026-02-01&to=2026-02-28",
  "of a node": "period=all&node=node-3",
  "of a node and a language, in three months": "from=2026-03-01&to=2026-05-31&node=node-3&language=tr",
};

/**
 * Opens the results of a flow with so many feedbacks, by each filter, and the trend of its first question.
 *
 * @returns for each filter the medians in ms: until the figures are painted, until the trend is painted after a press, and what the
 * server takes for the summary, as the same browser fetches it.
 */
export async function measureResults(browser, size, rounds) {
  const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const pulsen = await startPulsen(["--rate-limit", "off"], {
    records: writeRecords(folder),
    prepare: (database) => fill(database, size, 0),
  });
  atEnd(() => pulsen.stop());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(readFileSync("bench/console/measures.js", "utf8"));
  await signIn(context, pulsen);
  const measured = {};
  for (const [name, search] of Object.entries(FILTERS)) {
    const times = [];
    // The first round fills the caches of browser and database.
    for (let round = -1; round < rounds; round++) {
      const time = await measure(await context.newPage(), `${pulsen.url}/staff/results/${FLOW}?${search}`);
      if (round >= 0) times.push(time);
    }
    const middle = (what) => median(times.map((time) => time[what]));
    measured[name] = { figures: middle("figures"), trend: middle("trend"), summary: middle("summary") };
  }
  return measured;
}

async function measure(page, address) {
  await page.goto(address, { waitUntil: "commit" });
  const time = await page.evaluate(async () => {
    const figures = await painted(
      () => document.querySelector(".results-facts") && document.querySelector("article .chart"),
    );
    const begin = performance.now();
    document.querySelector("article button").click();
    const trend = (await painted(() => document.querySelector(".results-trend .chart"))) - begin;
    const summary = performance.getEntriesByType("resource").find(({ name }) => /\/summary\?/.test(name));
    return { figures, trend, summary: summary.duration };
  });
  await page.close();
  return time;
}
