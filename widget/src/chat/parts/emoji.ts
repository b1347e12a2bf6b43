/** A message of emoji only is shown large, unless it has more of them than this (docs/chat.md#emoji-and-links). */
const MAX_EMOJI = 3;

/** Returns the number of emoji of a text that consists of one to three emoji only; 0 for any other text. */
export function emojiCount(text: string): 0 | 1 | 2 | 3 {
  const emoji = text.match(EMOJI) ?? [];
  const isEmojiOnly = text.replace(EMOJI, "").trim() === "";
  return isEmojiOnly && emoji.length <= MAX_EMOJI ? (emoji.length as 0 | 1 | 2 | 3) : 0;
}

/** Matches whole emoji, including families and flags. Needs the `v` flag of regular expressions. */
const WHOLE_EMOJI = { source: "\\p{RGI_Emoji}", flags: "gv" };
const EMOJI_PART = "\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?";
/** An approximation for browsers without the `v` flag. */
const COMPOSED_EMOJI = {
  source: `\\p{Regional_Indicator}{2}|[#*0-9]\\ufe0f?\\u20e3|${EMOJI_PART}(?:\\u200d${EMOJI_PART})*`,
  flags: "gu",
};

const EMOJI = createPattern(WHOLE_EMOJI) ?? createPattern(COMPOSED_EMOJI) ?? /$^/;

/** Created at run time: an unsupported flag in a literal would be a syntax error for the whole file. */
function createPattern({ source, flags }: typeof WHOLE_EMOJI): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
