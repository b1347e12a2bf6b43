/** Made by `prerenderData.ts` beside the build's configuration. */
declare module "virtual:prerender-data" {
  /** The names of languages in themselves, by their codes in lower case. */
  export const NATIVE_NAMES: Record<string, string>;
  /** By language: a letter for each number from 0 on. */
  export const PLURAL_CATEGORIES: Record<string, string>;
}
