import { useEffect, useState } from "react";
import { loadChunk } from "../../basics/loadChunk";
import type { TextSegment } from "./findLinks";

/** The text of a message, with clickable links. */
export function MessageText({ text }: { text: string }) {
  return useSegments(text).map(({ text, href, isWebPage }, index) => {
    // An element: a bare text could not be replaced once the browser has translated the page.
    // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text do not change their order.
    if (!href) return <span key={index}>{text}</span>;
    return (
      // The title shows the full address of a shortened link.
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text do not change their order.
        key={index}
        href={href}
        title={href}
        dir="ltr"
        rel="nofollow noopener"
        target={isWebPage ? "_blank" : undefined}
      >
        {text}
      </a>
    );
  });
}

/** Every link contains a dot or an @. */
const MAY_CONTAIN_LINK = /\S[.@]\S/;

/** Splits a text at its links. The link parser is a chunk of its own; until it has loaded, the text has no links. */
function useSegments(text: string): TextSegment[] {
  const [segments, setSegments] = useState<TextSegment[]>();
  useEffect(() => {
    if (!MAY_CONTAIN_LINK.test(text)) return;
    let isCurrent = true;
    loadChunk("links", () => import("./findLinks")).then(
      ({ findLinks }) => isCurrent && setSegments(findLinks(text)),
      console.error,
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return segments ?? [{ text }];
}
