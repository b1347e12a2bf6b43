import { useEffect, useState } from "react";
import type { TextPiece } from "./findLinks";

/** What a message says, its links ready to be opened. */
export function MessageText({ text }: { text: string }) {
  return usePieces(text).map(({ text, href, isPage }, at) => {
    if (!href) return text;
    return (
      // What is cut off can still be read before it is opened.
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text do not move.
        key={at}
        href={href}
        title={href}
        rel="nofollow noopener"
        target={isPage ? "_blank" : undefined}
      >
        {text}
      </a>
    );
  });
}

/** Every link has a dot or an @ in it. */
const MAY_HOLD_LINK = /\S[.@]\S/;

/** Finding links takes a quarter of the chat's bytes. Until that is there, and without it, messages can be read. */
function usePieces(text: string): TextPiece[] {
  const [found, setFound] = useState<TextPiece[]>();
  useEffect(() => {
    if (!MAY_HOLD_LINK.test(text)) return;
    let isCurrent = true;
    import("./findLinks").then(
      ({ findLinks }) => isCurrent && setFound(findLinks(text)),
      (error: unknown) => console.error("Links in messages cannot be found:", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return found ?? [{ text }];
}
