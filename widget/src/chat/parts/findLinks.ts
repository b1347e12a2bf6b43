import { type MultiToken, Options, tokenize } from "linkifyjs";

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
  return tokenize(text).map((token) => linkOf(token) ?? { text: token.toString() });
}

const OPTIONS = new Options({ defaultProtocol: "https" });

/** The longest text of a link, before an ellipsis. */
const SHOWN_LENGTH = 25;

/** Links with other schemes, such as `javascript:` or `file:`, stay text. */
const ALLOWED_SCHEMES = /^(https?|mailto):/i;

/**
 * Endings of files that are top-level domains, too. A name with one of them is an address only where it is written as one. Those
 * of countries whose people write addresses more often than files, such as `.pl`, are not among them.
 */
const FILE_NAME = /^(?!www\.)[^/:?#@]+\.(ai|app|bz|cab|cc|md|mov|pm|ps|pub|py|rs|sh|so|st|tf|zip)$/i;

/** What precedes the host's name: the browser does not go there, but readers take it for the place where it goes. */
const USER_INFORMATION = /^(https?:\/\/)?[^/?#\\]*@/i;

/** Characters that nobody sees, and that change the order of others. */
const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function linkOf(token: MultiToken): TextSegment | undefined {
  const written = token.toString();
  const href = token.isLink ? token.toHref(OPTIONS.get("defaultProtocol")) : "";
  if (!ALLOWED_SCHEMES.test(href)) return undefined;
  if (token.t !== "url") return { text: shorten(written), href, isWebPage: false };
  if (FILE_NAME.test(written) || !URL.canParse(href)) return undefined;
  const honest = (address: string) =>
    address.replace(USER_INFORMATION, "$1").replace(REORDERING, encodeURIComponent);
  return { text: shorten(honest(written)), href: honest(href), isWebPage: true };
}

function shorten(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
