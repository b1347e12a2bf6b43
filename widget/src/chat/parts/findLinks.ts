import { Options, tokenize } from "linkifyjs";

/** A piece of a text: one that is a link, or what stands between two. */
export interface TextPiece {
  text: string;
  /** Where a link leads. */
  href?: string;
  /** Whether it leads to a page, which opens in a tab of its own. */
  isPage?: boolean;
}

/** Finds the links in a message (specification, section 5). A file of its own: few messages hold one. */
export function findLinks(text: string): TextPiece[] {
  return tokenize(text).map((token) => {
    const href = token.isLink ? token.toFormattedHref(OPTIONS) : "";
    return OPENED.test(href)
      ? { text: token.toFormattedString(OPTIONS), href, isPage: token.t === "url" }
      : { text: token.toString() };
  });
}

const OPTIONS = new Options({ defaultProtocol: "https", truncate: 25 });

/** Others, such as files, lead nowhere from a page. */
const OPENED = /^(https?|mailto):/i;
