import type { BuildEnvironmentOptions } from "vite";

export const INTERACTION_PREFIX: string;
export const BUBBLE_PREFIX: string;
export const LOOK_PREFIX: string;
/** What `shortNames.json` has to have: the short form of each name of the loader's own. */
export const SHORT_NAMES: { version: number; names: Record<string, string> };
export const INTERACTION_BUILD: BuildEnvironmentOptions;
export const BUBBLE_BUILD: BuildEnvironmentOptions;
export const LOOK_BUILD: BuildEnvironmentOptions;
export function coreBuilds(files: [interaction: string, bubble: string, look: string]): {
  file: string;
  define: Record<string, string>;
  build: BuildEnvironmentOptions;
}[];
