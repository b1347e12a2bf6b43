import { queryOptions } from "@tanstack/react-query";
import type { CannedReply } from "../../wire";
import { loadAll } from "../parts/pages";

/** The key of the list of canned replies. */
export const REPLIES = "settings-replies";

/** All canned replies of the reader's channels. */
export const repliesQuery = queryOptions({
  queryKey: [REPLIES],
  queryFn: ({ signal }) => loadAll<CannedReply>("/v1/staff/canned_replies", signal),
});

/** Returns the path of the calls of a canned reply. */
export function replyPath(id: string): string {
  return `/v1/staff/canned_replies/${encodeURIComponent(id)}`;
}

/** Returns a short name for a title, of the characters that the server takes: “Açık mıyız?” gives `acik-miyiz`. */
export function shortName(title: string): string {
  return (
    title
      .toLowerCase()
      .normalize("NFKD")
      // Letters that are no other letter with a mark.
      .replace(/[ıøłđßæœ]/g, (letter) => PLAIN[letter] ?? "")
      .replace(/\p{M}/gu, "")
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 64)
  );
}

const PLAIN: Record<string, string> = { ı: "i", ø: "o", ł: "l", đ: "d", ß: "ss", æ: "ae", œ: "oe" };
