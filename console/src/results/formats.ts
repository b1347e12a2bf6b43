import { useLanguage, useNumberFormat, useTimeFormat } from "../texts/TextsProvider";
import type { ScoreKind } from "./scores";

const PERCENT = { style: "percent", maximumFractionDigits: 0 } as const;
const FINE = { maximumFractionDigits: 1 } as const;
const EXACT = { maximumFractionDigits: 2 } as const;
const CHANGE = { maximumFractionDigits: 2, signDisplay: "exceptZero" } as const;
const COMPACT = { notation: "compact" } as const;
// A day in UTC is the same day everywhere.
const DAY = { dateStyle: "medium", timeZone: "UTC" } as const;
const SHORT_DAY = { day: "numeric", month: "short", timeZone: "UTC" } as const;

/** Returns what writes the numbers and days of results as the language does. */
export function useFormats() {
  const { language } = useLanguage();
  const score = useNumberFormat(FINE);
  const exact = useNumberFormat(EXACT);
  return {
    language,
    number: useNumberFormat(),
    percent: useNumberFormat(PERCENT),
    change: useNumberFormat(CHANGE),
    tick: useNumberFormat(COMPACT),
    exact,
    day: useTimeFormat(DAY),
    shortDay: useTimeFormat(SHORT_DAY),
    /** NPS and CSAT are of 100, so that one place after the comma is enough. */
    score: (kind: ScoreKind, value: number) => (kind === "nps" || kind === "csat" ? score : exact)(value),
  };
}

export type Formats = ReturnType<typeof useFormats>;

/** Returns a text of a flow so that its direction does not change what stands around it, for where no element can. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
