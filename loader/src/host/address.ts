import { pristine } from "../pristineGlobals.ts";
import { copyParameter, copyTrackingPairs, INTERNAL_PARAMETER } from "../trackingPairs.ts";

/** The parts of the host page's address that concern feedback. */
export interface HostAddress {
  /** Origin, path and tracking pairs. */
  originUrl: string;
  /** Tracking pairs and `internal`, as `a=b&c=d`. */
  query: string;
}

/** Drops the fragment and all other parameters of an address: they may hold secrets of the host. */
export function hostAddress(address: string): HostAddress {
  const { origin, pathname, searchParams } = new pristine.URL(address);
  const kept = new pristine.URLSearchParams();
  copyTrackingPairs(searchParams, kept);
  const pairs = kept.toString();
  copyParameter(searchParams, kept, INTERNAL_PARAMETER);
  return { originUrl: origin + pathname + (pairs && `?${pairs}`), query: kept.toString() };
}
