import { Options, tokenize } from "linkifyjs";

/** A segment of a text: a link, or the text between two links. */
export interface TextSegment {
  text: string;
  /** The address of a link. */
  href?: string;
  /** The link leads to a web page, which opens in a new tab. */
  isWebPage?: boolean;
}

/** Splits a message into links and other text (docs/chat.md#emoji-and-links). */
export function findLinks(text: string): TextSegment[] {
  return tokenize(text).map((token) => {
    const href = token.isLink ? token.toFormattedHref(OPTIONS) : "";
    return ALLOWED_SCHEMES.test(href)
      ? { text: token.toFormattedString(OPTIONS), href, isWebPage: token.t === "url" }
      : { text: token.toString() };
  });
}

const OPTIONS = new Options({ defaultProtocol: "https", truncate: 25 });

/** Links with other schemes, such as `javascript:` or `file:`, stay text. */
const ALLOWED_SCHEMES = /^(https?|mailto):/i;
