import type { QueryClient } from "@tanstack/react-query";
import { forgetSession, type SignedIn, sessionQuery } from "./session";

/** By which the tabs of a browser tell each other who is signed in (docs/constants.md#storage-names). */
const CHANNEL = "pulsen-console-session";

type Channel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;

/**
 * Keeps what is of one person from the next one who signs in, here or in another tab: the tabs of a browser share its cookie, so
 * what somebody does in a tab of somebody else would be done in the name of the other one.
 *
 * @returns what ends that.
 */
export function followPerson(
  queries: QueryClient,
  channel: Channel = new BroadcastChannel(CHANNEL),
): () => void {
  /** The id of who was here last; `null`: nobody; `undefined`: not known. */
  let person: string | null | undefined;
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryKey[0] !== sessionQuery.queryKey[0]) return;
    const data = query.state.data as SignedIn | undefined;
    const now = data && (data.session?.user.id ?? null);
    if (now === undefined || now === person) return;
    const isOver = typeof person === "string";
    person = now;
    if (isOver)
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    channel.postMessage(now);
  });
  channel.addEventListener("message", ({ data }: MessageEvent<string | null>) => {
    if (typeof person !== "string" || data === person) return;
    // At once: what is being written must not be sent as somebody else. That nobody is signed in only the server knows for sure.
    if (data !== null) {
      person = null;
      forgetSession(queries);
    }
    void queries.invalidateQueries(sessionQuery);
  });
  return () => {
    stop();
    channel.close();
  };
}
