import type { BuildEnvironmentOptions } from "vite";

export const INTERACTION_PREFIX: string;
export const INTERACTION_BUILD: BuildEnvironmentOptions;
export function coreBuilds(interaction: string): {
  file: string;
  define: Record<string, string>;
  build: BuildEnvironmentOptions;
}[];
