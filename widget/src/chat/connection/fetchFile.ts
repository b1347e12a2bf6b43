import { createContext } from "react";
import type { ChatAccess } from "../access/chatAccess";

/** Fetches a file of a chat by its address on the server. Rejects where it cannot be had. */
export type FetchFile = (url: string) => Promise<Blob>;

/** How the chat on the page gets its files. */
export const FetchFileContext = createContext<FetchFile>(() =>
  Promise.reject(new Error("There is no chat.")),
);

/** Long enough for a large image on a bad connection. */
const TIMEOUT_MS = 60_000;

/** Returns the function that fetches files of a chat. They need its token, which goes in a header: an `<img>` sends none. */
export function createFetchFile(apiBase: string, { feedbackId, token }: ChatAccess): FetchFile {
  const folder = `/v1/feedbacks/${encodeURIComponent(feedbackId)}/uploads/`;
  return async (url) => {
    // The token goes to nobody else.
    if (!url.startsWith(folder)) throw new Error(`The file ${url} does not belong to this chat.`);
    const response = await fetch(apiBase + url, {
      headers: { "X-Chat-Token": token },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The server responded with status ${response.status}.`);
    return response.blob();
  };
}
