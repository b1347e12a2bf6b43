import { readJson, writeJson } from "./localStore";

/** Names of cache entries start with this (docs/constants.md#storage-names). */
const PREFIX = "PulsenCacher::";

export function readCache(name: string): unknown {
  return readJson(PREFIX + name);
}

/** Stores something that may be lost without harm. */
export function writeCache(name: string, value: unknown): void {
  writeJson(PREFIX + name, value);
}
