import { pristine } from "../basics/pristineGlobals.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import {
  copyListed,
  copyParameter,
  copyTrackingPairs,
  INTERNAL_PARAMETER,
} from "../protocol/trackingPairs.ts";

/** The parts of the host page's address that concern feedback. */
export interface HostAddress {
  /** Origin, path, tracking pairs and campaign parameters. */
  originUrl: string;
  /** Tracking pairs, campaign parameters, `internal`, and what hidden fields read, as `a=b&c=d`. */
  query: string;
}

/** Drops the fragment and all other parameters of an address: they may hold secrets of the host. */
export function hostAddress(
  address: string,
  { campaign_parameters: campaign, hidden_fields: hiddenFields }: WidgetConfiguration,
): HostAddress {
  const { origin, pathname, searchParams } = new pristine.URL(address);
  const kept = new pristine.URLSearchParams();
  copyTrackingPairs(searchParams, kept);
  copyListed(searchParams, kept, campaign);
  const pairs = kept.toString();
  copyParameter(searchParams, kept, INTERNAL_PARAMETER);
  copyListed(searchParams, kept, hiddenFields);
  return { originUrl: origin + pathname + (pairs && `?${pairs}`), query: kept.toString() };
}
