import { en } from "./catalogs/en";
import { createTexts } from "./createTexts";
import type { TextKey } from "./textKeys";

export type { TextKey };

const texts = createTexts<TextKey>(en, {
  tr: async () => (await import("./catalogs/tr")).tr,
});

export const textIn = texts.text;

type LoadCatalog = (language: string) => Promise<void>;

/** The loaders of all catalogs that have to be in the page's language. */
const loaders: LoadCatalog[] = [texts.load];

/** Loads the texts in a language: those of every page, and those of the parts that have been loaded by then. */
export async function loadCatalog(language: string): Promise<void> {
  await Promise.all(loaders.map((load) => load(language)));
}

/** Adds the catalogs of a part that is shown inside a flow. Called before its first language is loaded. */
export function addCatalogs(load: LoadCatalog): void {
  loaders.push(load);
}
