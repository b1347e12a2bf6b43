import init, { FlowSession } from "engine-wasm";
import { loadChunk } from "../basics/loadChunk";
import type { SessionContext } from "./types";

/** The loaded engine. Only this folder imports the WebAssembly module. */
export interface Engine {
  /**
   * Starts a session over a flow's JSON text.
   *
   * @throws an `Error` that names the fault where the definition is wrong.
   */
  startSession(flowText: string, context: SessionContext): FlowSession;
}

/**
 * Loads the engine.
 *
 * @param isUrgent whether the page shows nothing before.
 * @throws when its file cannot be loaded, or not in time, or the page's policy refuses to run it.
 */
export async function loadEngine(isUrgent: boolean): Promise<Engine> {
  await loadChunk("engine", () => init({ priority: isUrgent ? "auto" : "low" } as never));
  return engine;
}

/** Usable once the module is loaded, in whatever way. */
export const engine: Engine = {
  startSession: (flowText, context) => new FlowSession(flowText, context),
};
