import type { TranslatedText } from "./textTypes";

/** The texts of a language by section of its file, then by key. */
export type Sections = Readonly<Record<string, Readonly<Record<string, TranslatedText>>>>;

/**
 * The parts of a language that are loaded separately: `chat`, `kiosk` and `pace` have the sections of these names, `page` all others
 * that a browser shows. `languageParts.ts` beside the build's configuration makes them of the files.
 */
export type Part = "page" | "chat" | "kiosk" | "pace";

type Load = () => Promise<{ default: Sections }>;

/** Loads the files in `languages/`, by path. A module of its own: English pages do without the list. */
export const LANGUAGE_FILES: Record<Part, Record<string, Load>> = {
  page: import.meta.glob(["./languages/*.json", "!./languages/en.json"], { query: "?part=page" }),
  chat: import.meta.glob(["./languages/*.json", "!./languages/en.json"], { query: "?part=chat" }),
  kiosk: import.meta.glob(["./languages/*.json", "!./languages/en.json"], { query: "?part=kiosk" }),
  pace: import.meta.glob(["./languages/*.json", "!./languages/en.json"], { query: "?part=pace" }),
} as Record<Part, Record<string, Load>>;
