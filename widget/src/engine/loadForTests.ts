import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { initSync } from "engine-wasm";
import { type Engine, engine } from "./engine";

/** The repository, seen from this file. */
const ROOT = resolve(import.meta.dirname, "../../..");

/** Loads the real engine as tests can: from the file that the build made. */
export function loadEngineForTests(): Engine {
  initSync({ module: readFileSync(resolve(ROOT, "engine-wasm/pkg/engine_wasm_bg.wasm")) });
  return engine;
}

/** A file of the repository as text. */
export function repositoryFile(path: string): string {
  return readFileSync(resolve(ROOT, path), "utf8");
}
