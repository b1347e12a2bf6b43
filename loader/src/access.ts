import { clean, lowerCase } from "./realm.ts";

/**
 * Whether the widget may appear on pages of this host. The browser enforces the same by the frame's
 * `frame-ancestors`; this is what explains it.
 *
 * @param domains the widget's domains, each with its sub-domains; none: everywhere.
 * @param ownHost the provider's host, which is always allowed.
 */
export function isDomainAllowed(hostname: string, domains: string[] | undefined, ownHost: string): boolean {
  if (!domains?.length) return true;
  const host = lowerCase(hostname);
  if (host === lowerCase(ownHost)) return true;
  for (let index = 0; index < domains.length; index++) {
    const domain = lowerCase(domains[index] as string);
    if (host === domain || clean.String.prototype.endsWith.call(host, `.${domain}`)) return true;
  }
  return false;
}

/**
 * Whether the widget is shown at this address (specification, section 4.1).
 *
 * @param patterns regular expressions; case does not count, an invalid one matches nothing; none: everywhere.
 */
export function isAddressEnabled(address: string, patterns: string[] | undefined): boolean {
  if (!patterns?.length) return true;
  for (let index = 0; index < patterns.length; index++) {
    try {
      if (new clean.RegExp(patterns[index] as string, "i").test(address)) return true;
    } catch {
      // Not a regular expression: no match, as the specification's section 8 has it.
    }
  }
  return false;
}

/** Whether this browser counts as a mobile one (specification, section 9). */
export function isMobile(userAgent: string): boolean {
  return clean.String.prototype.includes.call(lowerCase(userAgent), "mobile");
}
