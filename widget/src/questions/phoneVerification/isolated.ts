/** Returns a phone number so that it is written from left to right within a text of any direction. */
export function isolated(number: string): string {
  return `\u2066${number}\u2069`;
}
