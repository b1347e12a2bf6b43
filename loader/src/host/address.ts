import { clean, listen } from "../realm.ts";
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
  const { origin, pathname, searchParams } = new clean.URL(address);
  const kept = new clean.URLSearchParams();
  copyTrackingPairs(searchParams, kept);
  const pairs = kept.toString();
  copyParameter(searchParams, kept, INTERNAL_PARAMETER);
  return { originUrl: origin + pathname + (pairs && `?${pairs}`), query: kept.toString() };
}

/** Calls back when the application on the page changes its address without loading a new page. */
export function watchAddress(host: Window, onChange: () => void): void {
  listen(host, "popstate", onChange);
  listen(host, "hashchange", onChange);
  // The only way to notice `pushState` without replacing the host's methods. Some browsers lack it.
  const { navigation } = host as { navigation?: EventTarget };
  if (navigation) listen(navigation, "currententrychange", onChange);
}
