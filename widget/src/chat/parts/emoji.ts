/** A message of emoji only is shown large, unless it has more of them than this (docs/chat.md#emoji-and-links). */
const MAX_EMOJI = 3;

/** Returns the number of emoji of a text that consists of one to three emoji only; 0 for any other text. */
export function emojiCount(text: string): 0 | 1 | 2 | 3 {
  const emoji = text.match(EMOJI) ?? [];
  const isEmojiOnly = text.replace(EMOJI, "").trim() === "";
  return isEmojiOnly && emoji.length <= MAX_EMOJI ? (emoji.length as 0 | 1 | 2 | 3) : 0;
}

/**
 * A pictograph, with or without the sign that asks for a colored picture (U+FE0F), which keyboards leave out or add. Those that
 * later versions of Unicode add are in places that are reserved for them: the browser may not know them, while its font does.
 */
const PART = "(?=[\\p{Emoji}\\p{Cn}])\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?";

/**
 * Whole emoji: flags of countries and of regions, keys, and pictographs, alone or joined to one. Wider than the property
 * `RGI_Emoji`, which knows one spelling of each and needs a newer browser.
 */
const EMOJI = new RegExp(
  `(?:\\p{Regional_Indicator}{2}|[#*0-9]\\ufe0f?\\u20e3|\\p{Emoji_Modifier}|` +
    `${PART}(?:[\\u{e0020}-\\u{e007f}]+|(?:\\ufe0f?\\u200d${PART})*))\\ufe0f?`,
  "gu",
);
