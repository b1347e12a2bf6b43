import type { BuildEnvironmentOptions } from "vite";

export const INTERACTION_PREFIX: string;
/** What `shortNames.json` has to have: the short form of each name of the loader's own. */
export const SHORT_NAMES: { version: number; names: Record<string, string> };
export const INTERACTION_BUILD: BuildEnvironmentOptions;
export function coreBuilds(interaction: string): {
  file: string;
  define: Record<string, string>;
  build: BuildEnvironmentOptions;
}[];
