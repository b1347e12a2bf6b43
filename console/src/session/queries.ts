import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { hasCode } from "../http/problem";
import { forgetSession, sessionQuery } from "./session";

/** Takes over what a failed call says of the session: one that has ended is forgotten, and one that is worth less is loaded again. */
export function noteSessionProblem(queries: QueryClient, error: unknown): void {
  if (hasCode(error, "not_signed_in")) forgetSession(queries);
  // The server has begun to require it: the session says so, and the frame leads to where it is set up.
  if (hasCode(error, "second_factor_needed")) void queries.invalidateQueries(sessionQuery);
}

/** Creates what keeps the server's answers. Whichever query or mutation fails says how the session stands. */
export function createQueries(): QueryClient {
  const onError = (error: unknown) => noteSessionProblem(queries, error);
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // A page says at once that the server cannot be reached, and asks again when the connection is back.
      queries: { networkMode: "always", retry: false, staleTime: 10_000, refetchOnReconnect: "always" },
      // Passwords, links and tokens are in what is sent and answered: nothing of it is kept for longer than it is shown.
      mutations: { networkMode: "always", gcTime: 0 },
    },
  });
  return queries;
}
