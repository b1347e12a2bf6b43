import { loadChunk } from "../basics/loadChunk";
import type { RunDriver } from "../run/flowRun";
import type { RunOptions } from "./runOptions";

/**
 * Starts the flow's session, with everything that carries its effects out.
 *
 * @param now when the run has begun, in milliseconds since 1970.
 * @throws when the flow's definition is wrong.
 */
export type StartDriver = (flowText: string, options: RunOptions, now: number) => RunDriver;

/**
 * Loads the engine and what moves a run by it: a chunk of its own, which a page with a first view loads behind it.
 *
 * @param isUrgent whether the page shows nothing before.
 * @throws when a file cannot be loaded, or not in time, or the page's policy refuses to run the engine.
 */
export async function loadDriver(isUrgent: boolean): Promise<StartDriver> {
  const { loadEngine, startDriver } = await loadChunk("driver", () => import("./startDriver"));
  const engine = await loadEngine(isUrgent);
  return (...of) => startDriver(engine, ...of);
}
