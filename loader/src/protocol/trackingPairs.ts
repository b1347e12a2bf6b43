import { pristine, startsWith } from "../basics/pristineGlobals.ts";

/**
 * The pairs of query parameters that name an invitation (docs/api.md#tracking-pairs). `engine::TRACKING_PAIRS` is the
 * same list in Rust; tests on both sides compare it with engine/fixtures/tracking-pairs.json.
 */
export const TRACKING_PAIRS: readonly (readonly [string, string])[] = [
  ["sdi", "sci"],
  ["edi", "eci"],
  ["ldi", "lci"],
  ["wdi", "wci"],
  ["pndi", "pnci"],
];

/** Marks feedback that the provider's own staff give. */
export const INTERNAL_PARAMETER = "internal";

/** Copies the parameters of the tracking pairs. The first value of a repeated parameter counts. */
export function copyTrackingPairs(from: URLSearchParams, to: URLSearchParams): void {
  // By index and without array methods, because the loader runs beside code that may have replaced those.
  for (let index = 0; index < TRACKING_PAIRS.length; index++) {
    const pair = TRACKING_PAIRS[index] as readonly [string, string];
    copyParameter(from, to, pair[0]);
    copyParameter(from, to, pair[1]);
  }
}

/**
 * Copies the parameters that a list names, each with its first value (docs/api.md#campaign-parameters).
 *
 * @param entries names, or beginnings of names with `*` after them.
 */
export function copyListed(from: URLSearchParams, to: URLSearchParams, entries: string[] = []): void {
  pristine.URLSearchParams.prototype.forEach.call(from, (value, name) => {
    if (!to.has(name) && isListed(name, entries)) to.set(name, value);
  });
}

function isListed(name: string, entries: string[]): boolean {
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as string;
    if (entry === name) return true;
    const start = pristine.String.prototype.slice.call(entry, 0, -1);
    if (`${start}*` === entry && startsWith(name, start)) return true;
  }
  return false;
}

/** Copies the first value of a parameter, if it has one. */
export function copyParameter(from: URLSearchParams, to: URLSearchParams, name: string): void {
  const value = from.get(name);
  if (value !== null) to.set(name, value);
}
