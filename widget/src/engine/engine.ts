import init, { FlowSession } from "engine-wasm";

import type { SessionContext } from "./types";

/** The loaded engine. The rest of the application never touches the WebAssembly module itself. */
export interface Engine {
  /** @throws a readable `Error` when the flow's definition is wrong. */
  startSession(flow: object, context: SessionContext): FlowSession;
}

/**
 * Loads the engine.
 *
 * @throws when its file does not come or the page's policy refuses to run it.
 */
export async function loadEngine(): Promise<Engine> {
  await init();
  return engine;
}

/** Usable once the module is loaded, by whatever way. */
export const engine: Engine = {
  startSession: (flow, context) => new FlowSession(JSON.stringify(flow), context),
};
