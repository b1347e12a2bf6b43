import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { initSync } from "engine-wasm";
import { type Engine, engine } from "./engine";

const REPOSITORY = resolve(import.meta.dirname, "../../..");

/** Loads the real engine from the file that the build made. */
export function loadEngineForTests(): Engine {
  initSync({ module: readFileSync(resolve(REPOSITORY, "engine-wasm/pkg/engine_wasm_bg.wasm")) });
  return engine;
}

/** Reads a file of the repository. */
export function repositoryFile(path: string): string {
  return readFileSync(resolve(REPOSITORY, path), "utf8");
}
