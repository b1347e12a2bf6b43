/** Where a sign-in leads if nothing else was wanted. */
const START = "/inbox";

/** The pages that those see who are not signed in. */
const WITHOUT_SESSION = /^\/(sign-in|welcome|reset)(\/|$)/;

/**
 * Returns the page of the console, without `/staff`, that somebody wanted before they signed in.
 *
 * The address of the sign-in page names it, and anybody can make such a link: it leads to no other site, and to no page outside
 * of the console.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !/^\/[^/\\]/.test(wanted)) return START;
  // A path behind a host cannot change it, but `..` can lead out of the folder.
  const url = new URL(`https://console.invalid/staff${wanted}`);
  if (!url.pathname.startsWith("/staff/")) return START;
  const path = url.pathname.slice("/staff".length);
  return path.startsWith("//") || WITHOUT_SESSION.test(path) ? START : path + url.search + url.hash;
}
