/**
 * Reads the parameters of an address. All are texts, and the last of a name counts: what looks like a number or like JSON is what
 * somebody has typed, such as an id of 20 digits.
 */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes the parameters of an address, without those that are undefined. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(search).filter(([, value]) => value !== undefined);
  const written = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  return written && `?${written}`;
}
