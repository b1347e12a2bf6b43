import type { Rolldown } from "vite";

export const LOADER_BUILDS: {
  file: string;
  define: Record<string, string>;
  output: Pick<Rolldown.OutputOptions, "format" | "entryFileNames">;
}[];
