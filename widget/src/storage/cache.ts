import { readJson, writeJson } from "./localStore";

/** Names of cache entries start with this (specification, section 3.3). */
const PREFIX = "PulsenCacher::";

/** What is kept under `name`; `undefined` where there is nothing. */
export function readCache(name: string): unknown {
  return readJson(PREFIX + name);
}

/** Keeps something that may be lost without harm. */
export function writeCache(name: string, value: unknown): void {
  writeJson(PREFIX + name, value);
}
