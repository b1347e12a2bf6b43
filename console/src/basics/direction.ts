/** Characters that turn the direction of what is behind them, until another one ends that. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Returns a text without what turns the direction of words behind it, for a line that goes on with others. */
export function withoutTurns(text: string): string {
  return text.replace(TURNS, "");
}
