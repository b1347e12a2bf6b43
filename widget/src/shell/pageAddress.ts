import { TRACKING_PAIRS } from "pulsen-loader/trackingPairs";

const TRACKING_PARAMETERS = TRACKING_PAIRS.flat();

/** Returns the query as a record; the first value of a repeated parameter wins. */
export function queryRecord(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].reverse());
}

/** Returns the page's address without parameters that may be private: origin, path and tracking pairs. */
export function originUrl({ origin, pathname }: Location, query: URLSearchParams): string {
  const kept = new URLSearchParams([...query].filter(([name]) => TRACKING_PARAMETERS.includes(name)));
  return kept.size > 0 ? `${origin}${pathname}?${kept}` : `${origin}${pathname}`;
}
