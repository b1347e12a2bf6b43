import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { hasUsers } from "../basics/page";
import { call } from "../http/call";
import { hasCode } from "../http/problem";
import type { Session } from "../wire";

export interface SignedIn {
  /** Of this browser; `null` without one. */
  session: Session | null;
  /** Whether anybody has an account on this server. */
  hasUsers: boolean;
}

/** Asks who is signed in. To be signed in nowhere is an answer, and no failure. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<SignedIn> => {
    try {
      return { session: await call<Session>("GET", "/v1/staff/session"), hasUsers: true };
    } catch (error) {
      if (!hasCode(error, "not_signed_in")) throw error;
      return { session: null, hasUsers: hasUsers() };
    }
  },
});

/** Returns the session of a page that only those see who are signed in. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data?.session) throw new Error("This page needs a session.");
  return data.session;
}

/** Returns whether somebody has to set up a second factor before the server answers anything else. */
export function needsSecondFactor({ user, second_factor_required }: Session): boolean {
  return second_factor_required && !user.second_factor;
}

/** Returns what takes over a session that the server has answered with. */
export function useTakeSession() {
  const queries = useQueryClient();
  return (session: Session) => queries.setQueryData(sessionQuery.queryKey, { session, hasUsers: true });
}

/** Forgets the session, and everything that was loaded for it. */
export function forgetSession(queries: QueryClient): void {
  queries.setQueryData(sessionQuery.queryKey, { session: null, hasUsers: true });
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}
