import { TRACKING_PAIRS } from "pulsen-loader/trackingPairs";

const TRACKING_PARAMETERS = TRACKING_PAIRS.flat();

/** The page's query as a record; of a repeated parameter the first one counts. */
export function queryRecord(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].reverse());
}

/** Where the visitor is, without what may be private: origin, path and tracking pairs. */
export function originUrl({ origin, pathname }: Location, query: URLSearchParams): string {
  const kept = new URLSearchParams([...query].filter(([name]) => TRACKING_PARAMETERS.includes(name)));
  return kept.size > 0 ? `${origin}${pathname}?${kept}` : `${origin}${pathname}`;
}
