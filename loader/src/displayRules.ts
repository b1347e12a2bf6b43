import { lowerCase, pristine } from "./pristineGlobals.ts";

/**
 * Returns whether the widget may appear on pages of this host. The browser enforces the same rule through the
 * `frame-ancestors` of the frame's page; this check exists so that the loader can report the reason.
 *
 * @param domains the enabled domains, each with its subdomains. An empty list allows every host.
 * @param providerHost the provider's own host, which is always allowed.
 */
export function isDomainAllowed(
  hostname: string,
  domains: string[] | undefined,
  providerHost: string,
): boolean {
  if (!domains?.length) return true;
  const host = lowerCase(hostname);
  if (host === lowerCase(providerHost)) return true;
  for (let index = 0; index < domains.length; index++) {
    const domain = lowerCase(domains[index] as string);
    if (host === domain || pristine.String.prototype.endsWith.call(host, `.${domain}`)) return true;
  }
  return false;
}

/**
 * Returns whether the widget appears at this address (docs/widget.md#addresses).
 *
 * @param patterns regular expressions, matched without regard to case. An invalid one matches nothing; an empty list
 *   allows every address.
 */
export function isAddressEnabled(address: string, patterns: string[] | undefined): boolean {
  if (!patterns?.length) return true;
  for (let index = 0; index < patterns.length; index++) {
    try {
      if (new pristine.RegExp(patterns[index] as string, "i").test(address)) return true;
    } catch {
      // An invalid pattern matches nothing.
    }
  }
  return false;
}

/** Returns whether the browser counts as a mobile one. */
export function isMobile(userAgent: string): boolean {
  return pristine.String.prototype.includes.call(lowerCase(userAgent), "mobile");
}
