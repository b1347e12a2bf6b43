import { readFileSync } from "node:fs";
import { median, printTable } from "../stats.mjs";
import { contentFrame, LAUNCHER_CENTER, launchBrowser, openHost, questionIn, withPage } from "./browser.mjs";

/**
 * Measures the memory that each kind of page takes in the browser's renderers, and prints it. A frame of another site has
 * a process of its own.
 *
 * @param kinds the first one is the page that nothing is added to.
 */
export async function compareMemory(kinds, rounds) {
  const measured = new Map(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds) measured.get(kind).push(await memoryOf(kind));
  }
  const medianOf = (kind, metric) => median(measured.get(kind).map((used) => used[metric]));
  printTable([
    [`memory added to the browser's renderers (median of ${rounds})`, "MB", "processes"],
    ...kinds.map((kind) => [
      kind.name,
      (medianOf(kind, "megabytes") - medianOf(kinds[0], "megabytes")).toFixed(1),
      medianOf(kind, "processes") - medianOf(kinds[0], "processes"),
    ]),
  ]);
}

/** In a browser of its own, because browsers keep renderers for later pages. */
async function memoryOf(kind) {
  const browser = await launchBrowser();
  try {
    return await withPage(browser, async (page) => {
      await openHost(page, kind);
      if (kind.opens) {
        await page.mouse.click(...LAUNCHER_CENTER);
        const content = await contentFrame(page);
        await questionIn(content);
        // Not when it is idle: Chromium may never say so to a frame that has nothing more to draw.
        await content.evaluate(() => scheduler.postTask(() => {}, { priority: "background" }));
      }
      await page.requestGC();
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => memory(id));
      const used = renderers.filter(Boolean);
      return { megabytes: used.reduce((sum, bytes) => sum + bytes, 0) / 1e6, processes: used.length };
    });
  } finally {
    await browser.close();
  }
}

/** Returns a process's share of the memory in bytes (Linux): what it shares with others counts in part. */
function memory(processId) {
  try {
    const [, kilobytes] =
      /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/smaps_rollup`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
