/**
 * Returns whether an address is of the console or of a call of staff, which no worker answers: what it keeps is old, and is loaded
 * without cookies.
 *
 * @param folder in which pages and service worker are, with a slash at its end.
 */
export function isOfStaff({ pathname }: URL, folder: string): boolean {
  return pathname.startsWith(folder) && /^(v\d+\/)?staff(\/|$)/.test(pathname.slice(folder.length));
}
