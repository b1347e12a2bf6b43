import { copyListed, copyTrackingPairs } from "pulsen-loader/trackingPairs";

/** Returns the query as a record; the first value of a repeated parameter wins. */
export function queryRecord(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].reverse());
}

/**
 * Returns the page's address without parameters that may be private: origin, path, tracking pairs, and the node's campaign
 * parameters.
 */
export function originUrl(
  { origin, pathname }: Location,
  query: URLSearchParams,
  campaign?: string[],
): string {
  const kept = new URLSearchParams();
  copyTrackingPairs(query, kept);
  copyListed(query, kept, campaign);
  return kept.size > 0 ? `${origin}${pathname}?${kept}` : `${origin}${pathname}`;
}
