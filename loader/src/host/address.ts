import { clean, listen } from "../realm.ts";

/** What of the host's query concerns feedback: the tracking pairs (specification, section 7), and `internal`. */
const TRACKING = ["sdi", "sci", "edi", "eci", "ldi", "lci", "wdi", "wci", "pndi", "pnci"];
const INTERNAL = "internal";

/** The host page's address, as far as it is any concern of ours. */
export interface HostAddress {
  /** Origin, path and tracking pairs. */
  originUrl: string;
  /** Tracking pairs and `internal`, as `a=b&c=d`. */
  query: string;
}

/** Leaves out of an address what may be a secret of the host: fragment and all other parameters. */
export function hostAddress(address: string): HostAddress {
  const { origin, pathname, searchParams } = new clean.URL(address);
  const kept = new clean.URLSearchParams();
  for (let index = 0; index < TRACKING.length; index++) keep(kept, searchParams, TRACKING[index] as string);
  const pairs = kept.toString();
  keep(kept, searchParams, INTERNAL);
  return { originUrl: origin + pathname + (pairs && `?${pairs}`), query: kept.toString() };
}

function keep(kept: URLSearchParams, from: URLSearchParams, name: string): void {
  const value = from.get(name);
  if (value !== null) kept.set(name, value);
}

/** Calls back when an application changes its address without loading a page. */
export function watchAddress(host: Window, changed: () => void): void {
  listen(host, "popstate", changed);
  listen(host, "hashchange", changed);
  // The only way to learn of `pushState` that does not replace the host's methods. Some browsers lack it.
  const { navigation } = host as { navigation?: EventTarget };
  if (navigation) listen(navigation, "currententrychange", changed);
}
