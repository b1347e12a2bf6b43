import { lowerCase, pristine, report } from "../basics/pristineGlobals.ts";

/** The most characters of an address that patterns are matched with: a visitor's link may hold any number. */
const MAX_ADDRESS = 2_000;

/** The most milliseconds that matching one address may take. */
const MAX_MATCHING_MS = 50;

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
 * Returns a function that tells whether the widget appears at an address (docs/widget.md#addresses). Nothing can stop a
 * match that has begun. After one that took too long the function matches nothing any more.
 *
 * @param patterns regular expressions, matched without regard to case. An invalid one matches nothing; an empty list
 *   allows every address.
 */
export function createAddressRule(patterns: string[] | undefined): (address: string) => boolean {
  let gaveUp = false;
  return (address) => {
    if (!patterns?.length) return true;
    const { split, slice } = pristine.String.prototype;
    // The types know only the form of `split` that takes an object.
    const page = split.call(address, "#" as never)[0];
    const start = pristine.Date.now();
    for (let index = 0; index < patterns.length && !gaveUp; index++) {
      const pattern = patterns[index] as string;
      const seesFragment = split.call(pattern, "#" as never)[1] !== undefined;
      let matches = false;
      try {
        const subject = slice.call(seesFragment ? address : page, 0, MAX_ADDRESS);
        matches = new pristine.RegExp(pattern, "i").test(subject);
      } catch {
        // An invalid pattern matches nothing.
      }
      gaveUp = pristine.Date.now() - start > MAX_MATCHING_MS;
      if (gaveUp) report(`enabled_urls stopped: ${pattern} is too slow.`);
      if (matches) return true;
    }
    return false;
  };
}

/** Returns whether the browser counts as a mobile one. */
export function isMobile(userAgent: string): boolean {
  return pristine.String.prototype.includes.call(lowerCase(userAgent), "mobile");
}
