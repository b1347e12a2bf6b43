/** More emoji than these are read as text (specification, section 5). */
const MOST = 3;

/** How many emoji a text is made of, where it holds nothing else and at most three; 0 for any other text. */
export function emojiCount(text: string): 0 | 1 | 2 | 3 {
  const emoji = text.match(EMOJI) ?? [];
  const isAlone = text.replace(EMOJI, "").trim() === "";
  return isAlone && emoji.length <= MOST ? (emoji.length as 0 | 1 | 2 | 3) : 0;
}

/** What a whole emoji is, families and flags too; and what it is made of, for browsers that cannot say it so. */
const WHOLE = { source: "\\p{RGI_Emoji}", flags: "gv" };
const PART = "\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?";
const BY_PARTS = {
  source: `\\p{Regional_Indicator}{2}|[#*0-9]\\ufe0f?\\u20e3|${PART}(?:\\u200d${PART})*`,
  flags: "gu",
};

const EMOJI = pattern(WHOLE) ?? pattern(BY_PARTS) ?? /$^/;

/** Made at run time: as a literal it would stop older browsers from reading this file at all. */
function pattern({ source, flags }: typeof WHOLE): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
