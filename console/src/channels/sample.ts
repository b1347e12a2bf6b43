import type { TextKey } from "../texts/en";
import type { Document } from "./document";

const strings = (value: unknown) =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/**
 * Returns why a sample page may show nothing of a widget: what its record asks of a page that the sample does not have.
 *
 * @param address that of the sample page.
 */
export function reasonsForEmptySample(
  widget: Document,
  node: Document | undefined,
  address: string,
): TextKey[] {
  const reasons: TextKey[] = [];
  const addresses = strings(widget.enabled_urls);
  if (addresses.length > 0 && !addresses.some((pattern) => matches(pattern, address)))
    reasons.push("channels_sample_empty_urls");
  if (widget.consent === "required") reasons.push("channels_sample_empty_consent");
  if (widget.hide_widget === true) reasons.push("channels_sample_empty_hidden");
  else if (widget.is_visible === false) reasons.push("channels_sample_empty_launcher");
  if (node?.status === "inactive") reasons.push("channels_sample_empty_node");
  return reasons;
}

function matches(pattern: string, address: string): boolean {
  try {
    return new RegExp(pattern).test(address);
  } catch {
    return false;
  }
}
